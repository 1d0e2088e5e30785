// The digest of a day: ten stories, what rose, and what the watches of a caller found; and as the events of a message.
import type { DigestAnswer } from '../contract/digest.ts'
import type { Riser } from '../contract/hotlist-history.ts'
import type { TrendStory } from '../contract/hotlist-trends.ts'
import type { WatchEvent } from '../contract/watches.ts'
import type { Watch, WatchCaller } from './watch.ts'
import type { Watches } from './watches.ts'

interface DigestOptions {
  /** The stories of the last day with the highest score. */
  readonly stories: (most: number) => Promise<readonly TrendStory[]>
  /** What rose most in the last day. Rejects where no history of lists is kept. */
  readonly risers: (most: number) => Promise<readonly Riser[]>
  readonly watches: Pick<Watches, 'all' | 'eventsOf'>
  readonly epochMs: () => number
}

type DigestFields = Omit<DigestAnswer, 'apiVersion' | 'timestamp'>

const dayMs = 24 * 60 * 60_000
const [mostStories, mostRisers, mostFound] = [10, 10, 20]

export type Digest = ReturnType<typeof createDigest>

export function createDigest({ stories, risers, watches, epochMs }: DigestOptions) {
  async function digestOf(own: readonly Watch[], caller?: WatchCaller): Promise<DigestFields> {
    const since = epochMs() - dayMs
    const [told, risen, events] = await Promise.all([
      stories(mostStories),
      risers(mostRisers).catch(() => []),
      watches.eventsOf(own, caller),
    ])
    const found = events.filter(({ at, initial }) => at > since && !initial).slice(0, mostFound)
    return { since, stories: [...told], risers: [...risen], found }
  }
  return {
    digestOf,
    /** The digest for the owner of a watch, as events of a message. */
    async eventsFor({ owner, name }: Watch): Promise<readonly WatchEvent[]> {
      const own = watches.all().filter((watch) => watch.owner === owner)
      const { stories: told, risers: risen, found } = await digestOf(own)
      const shared = { watch: name, at: epochMs(), in: 'lists' } as const
      return [
        ...told.map(({ id, title, items, platforms, firstSource: source }) => {
          const url = items[0]?.url ?? ''
          return { ...shared, id: `story ${id}`, title, url, source, sourceName: `${platforms} 个平台` }
        }),
        ...risen.map(({ id: source, name: list, item: { id, title, url }, gained }) => {
          return { ...shared, id: `riser ${source} ${id}`, title, url, source, sourceName: `▲${gained} ${list}` }
        }),
        ...found,
      ]
    },
  }
}
