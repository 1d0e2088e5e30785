// Works as the client collects them, and timers that move only when a test advances them, for tests of the page's code.
import type { CollectedWork, CollectedWorkLink } from '../../client/work-collector.ts'

const nothing = { season: null, episodes: null, source: null, size: null, format: null, edition: null, platform: null }

export const noAttributes: CollectedWorkLink['attributes'] = {
  ...nothing,
  ...{ quality: [], codec: [], audio: [], languages: [], subtitles: [] },
}

/** A link of a cloud, such as `quark:a`, with these fields. */
export function collectedLink(key: string, more: Partial<CollectedWorkLink> = {}): CollectedWorkLink {
  const [type, id] = [key.startsWith('baidu') ? 'baidu' : 'quark', key.slice(key.indexOf(':') + 1)] as const
  return {
    ...{ key, type, url: `https://pan.${type}.cn/s/${id}`, password: '', title: `t ${id}`, at: undefined },
    ...{ sources: ['tg:abcd'], relevance: 'title', images: [], isFromArchive: false, attributes: noAttributes },
    ...more,
  }
}

/** A work with these links and fields. */
export function collectedWork(
  key: string,
  links: readonly CollectedWorkLink[],
  more: Partial<CollectedWork> = {},
): CollectedWork {
  return {
    ...{ key, title: key, original_title: null, year: null, kind: 'movie', seasons: [], attributes: noAttributes },
    ...{ images: [], datetime: '2026-01-02T03:04:05Z', sources: 1, relevance: 'title', excerpt: null },
    ...{ links, ...more },
  }
}

/** Timers in the form that the page uses, and a clock in milliseconds that starts at zero. */
export function createScriptedTimers() {
  const waiting = new Set<{ readonly at: number; readonly run: () => void }>()
  const clock = { now: 0 }
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
  return {
    timers: {
      after(ms: number, run: () => void): () => void {
        const timer = { at: clock.now + ms, run }
        waiting.add(timer)
        return () => waiting.delete(timer)
      },
    },
    now: () => clock.now,
    /** Advances the clock by `ms` and runs due timers in order. */
    async pass(ms: number): Promise<void> {
      const end = clock.now + ms
      for (;;) {
        await settle()
        const [next] = [...waiting].filter(({ at }) => at <= end).toSorted((one, other) => one.at - other.at)
        if (!next) break
        waiting.delete(next)
        clock.now = next.at
        next.run()
      }
      clock.now = end
    },
    settle,
  }
}
