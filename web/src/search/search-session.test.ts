// Search session: progress, links, and what stays when the stream breaks.
import { describe, expect, it } from 'vitest'
import type { StreamWork } from '../../../src/contract/works.ts'
import { ApiError, type ServerEvent } from '../api-client.ts'
import { SearchSession } from './search-session.ts'
import { emptySearch } from './search-state.ts'

const nothing = { season: null, episodes: null, source: null, size: null, format: null, edition: null, platform: null }
const attributes = { ...nothing, quality: [], codec: [], audio: [], languages: [], subtitles: [] }

type WorkLink = StreamWork['links'][number]

function link(key: string, more: Partial<WorkLink> = {}): WorkLink {
  const url = `https://pan.quark.cn/s/${key}`
  const common = { url, password: '', note: `t ${key}`, datetime: '2026-01-02T03:04:05Z', images: [] }
  return {
    type: 'quark',
    ...common,
    key: `quark:${key}`,
    sources: ['tg:abcd'],
    health: null,
    attributes,
    ...more,
  }
}

/** A work with these links, called after the first of them. */
function work(links: readonly WorkLink[], key = `work ${links[0]?.note}`): StreamWork {
  const known = { title: key, original_title: null, year: null, kind: 'movie' } as const
  const common = { datetime: '2026-01-02T03:04:05Z', sources: 1, relevance: 'title', excerpt: null } as const
  return { key, ...known, seasons: [], images: [], attributes, ...common, links: [...links] }
}

/** An event with a work for each of these links. */
function links(items: readonly WorkLink[]): ServerEvent {
  return { event: 'works', data: { works: items.map((item) => work([item])) } }
}

function source(name: string, state: string, failure?: object): ServerEvent {
  return { event: 'source', data: { source: name, state, took_ms: 1, count: 0, ...(failure ? { failure } : {}) } }
}

const start: ServerEvent = { event: 'start', data: { sources: ['tg:abcd', 'tg:efgh', 'plugin:x'] } }
const end: ServerEvent = {
  event: 'end',
  data: { complete: true, sources: { asked: 3, answered: 2, failed: 1, pending: 0 }, took_ms: 5 },
}

/** A server controlled by the test. */
function scripted() {
  const asked: { path: string; signal: AbortSignal | undefined }[] = []
  let wake: () => void = () => undefined
  let script: (ServerEvent | Error | 'over')[] = []
  const settle = async () => {
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve()
  }
  async function* events(path: string, want: { signal?: AbortSignal | undefined } = {}): AsyncGenerator<ServerEvent> {
    asked.push({ path, signal: want.signal })
    for (;;) {
      const next = script.shift()
      if (next instanceof Error) throw next
      if (next === 'over') return
      if (next) yield next
      else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  }
  let waiting: (() => void)[] = []
  const scheduleRender = (run: () => void) => {
    waiting.push(run)
  }
  let late: (() => void) | undefined
  const scheduleLate = (run: () => void) => {
    late = run
    return () => {
      late = undefined
    }
  }
  return {
    asked,
    finding: new SearchSession(
      { ...emptySearch, kw: '纸鹤' },
      { api: { events }, epochMs: () => 7, scheduleRender, scheduleLate },
    ),
    /** Lets the time pass after which late sources are asked for. */
    async passLate() {
      const run = late
      late = undefined
      run?.()
      await settle()
    },
    async tell(...more: (ServerEvent | Error | 'over')[]) {
      script = [...script, ...more]
      wake()
      await settle()
    },
    show() {
      const runs = waiting
      waiting = []
      for (const run of runs) run()
      return runs.length
    },
  }
}

function keysOf({ finding }: ReturnType<typeof scripted>) {
  return finding.rows.value.map(({ key }) => key)
}

describe('a search under way', () => {
  it('tells how many of how many have answered, and who failed why', async () => {
    const service = scripted()
    service.finding.start()
    const failure = { kind: 'timeout', detail: 'no answer' }
    await service.tell(
      start,
      source('tg:abcd', 'fresh'),
      source('tg:efgh', 'failed', failure),
      source('plugin:x', 'pending'),
    )
    service.show()
    expect(service.finding.progress.value).toMatchObject({
      phase: 'asking',
      asked: 3,
      answered: 1,
      failed: 1,
      failures: [{ source: 'tg:efgh', ...failure }],
    })
  })

  it('shows together what comes together', async () => {
    const service = scripted()
    service.finding.start()
    await service.tell(start, links([link('a')]), links([link('b')]))
    expect(keysOf(service)).toEqual([])
    expect(service.show()).toBe(1)
    expect(keysOf(service)).toEqual(['quark:a', 'quark:b'])
  })

  it('updates a link that is known better, in its place', async () => {
    const service = scripted()
    service.finding.start()
    await service.tell(start, links([link('a'), link('b')]))
    await service.tell(links([link('a', { password: '1234', sources: ['tg:abcd', 'tg:efgh'] })]))
    service.show()
    expect(service.finding.rows.value).toMatchObject([{ key: 'quark:a', password: '1234' }, { key: 'quark:b' }])
    expect(service.finding.rows.value[0]?.sources).toHaveLength(2)
  })

  it('puts a link into another work when more is known about it', async () => {
    const service = scripted()
    service.finding.start()
    await service.tell(start, links([link('a'), link('b')]))
    const joined = work([link('a'), link('b')], 'work t a')
    await service.tell({ event: 'works', data: { works: [joined], moved: { 'work t b': 'work t a' } } })
    service.show()
    expect(service.finding.works.value.map(({ key, links: all }) => [key, all.length])).toEqual([['work t a', 2]])
  })

  it('marks what is from memory until a source has it', async () => {
    const service = scripted()
    service.finding.start()
    await service.tell(start, links([link('a', { archive: true }), link('b', { archive: true })]), links([link('b')]))
    service.show()
    expect(service.finding.rows.value.map(({ isFromArchive }) => isFromArchive)).toEqual([true, false])
  })

  it('takes an unknown time for unknown', async () => {
    const service = scripted()
    service.finding.start()
    await service.tell(start, links([link('a', { datetime: '0001-01-01T00:00:00Z' })]))
    service.show()
    expect(service.finding.rows.value[0]?.at).toBeUndefined()
  })
})

describe('the end of a search', () => {
  it('is told by the service, with its figures and warnings', async () => {
    const service = scripted()
    service.finding.start()
    const warning = { kind: 'no_sources', detail: 'x' }
    await service.tell({ event: 'start', data: { sources: [], warnings: [warning] } }, end, 'over')
    expect(service.finding.progress.value).toMatchObject({
      phase: 'done',
      answered: 2,
      warnings: [warning],
    })
  })

  it('is a break when the connection goes without a word, and what came stays', async () => {
    const service = scripted()
    service.finding.start()
    await service.tell(start, links([link('a')]), 'over')
    expect(service.finding.progress.value.phase).toBe('broken')
    expect(keysOf(service)).toEqual(['quark:a'])
  })

  it('is a break when the connection fails midway, with the reason', async () => {
    const service = scripted()
    service.finding.start()
    await service.tell(start, links([link('a')]), new ApiError('offline', 'x'))
    expect(service.finding.progress.value).toMatchObject({ phase: 'broken', error: { kind: 'offline' } })
    expect(keysOf(service)).toEqual(['quark:a'])
  })

  it('is a refusal when nothing came at all', async () => {
    const service = scripted()
    service.finding.start()
    await service.tell(new ApiError('rate', 'slowly', 9))
    expect(service.finding.progress.value).toMatchObject({
      phase: 'refused',
      error: { kind: 'rate', retryAfterS: 9 },
    })
  })
})

describe('a search that is left', () => {
  it('is not asked any further when it is stopped, and keeps what came', async () => {
    const service = scripted()
    service.finding.start()
    await service.tell(start, links([link('a')]))
    service.finding.stop()
    expect(service.asked[0]?.signal?.aborted).toBe(true)
    await service.tell(links([link('b')]))
    service.show()
    expect(service.finding.progress.value.phase).toBe('stopped')
    expect(keysOf(service)).toEqual(['quark:a'])
  })

  it('is not mistaken for the one that was begun in its place', async () => {
    const service = scripted()
    service.finding.start()
    await service.tell(start)
    service.finding.start({ isRefresh: true })
    await service.tell('over')
    expect(service.asked.map(({ signal }) => signal?.aborted)).toEqual([true, false])
    expect(service.asked[1]?.path).toContain('refresh=true')
    expect(service.finding.requestedAt).toBe(7)
  })
})

describe('a search asked again', () => {
  it('keeps its links until its end, then drops those not told anew', async () => {
    const service = scripted()
    service.finding.start()
    await service.tell(start, links([link('a'), link('b')]), end, 'over')
    service.finding.start({ isRefresh: true })
    await service.tell(start, links([link('b')]))
    service.show()
    expect(keysOf(service)).toEqual(['quark:a', 'quark:b'])
    await service.tell(end, 'over')
    expect(keysOf(service)).toEqual(['quark:b'])
  })
})

describe('sources that were late', () => {
  const sources = { asked: 3, answered: 2, failed: 0, pending: 1 }
  const lateEnd: ServerEvent = { event: 'end', data: { complete: false, sources, took_ms: 5 } }

  it('are asked for once more, of which nothing is shown before its end', async () => {
    const service = scripted()
    service.finding.start()
    await service.tell(start, links([link('a')]), lateEnd, 'over')
    await service.passLate()
    await service.tell(start, source('tg:abcd', 'cached'), links([link('a'), link('b')]))
    service.show()
    expect(service.finding.progress.value).toMatchObject({ phase: 'done', answered: 2, failed: 0 })
    expect(keysOf(service)).toEqual(['quark:a'])
    await service.tell(end, 'over')
    service.show()
    expect(keysOf(service)).toEqual(['quark:a', 'quark:b'])
    expect(service.finding.progress.value).toMatchObject({ phase: 'done', failed: 1 })
    await service.passLate()
    expect(service.asked).toHaveLength(2)
  })

  it('change nothing when they cannot be asked for', async () => {
    const service = scripted()
    service.finding.start()
    await service.tell(start, links([link('a')]), lateEnd, 'over')
    await service.passLate()
    await service.tell(new ApiError('rate', 'slowly', 9))
    expect(service.finding.progress.value).toMatchObject({ phase: 'done', answered: 2 })
    expect(keysOf(service)).toEqual(['quark:a'])
  })

  it('are not asked for by a search that was left', async () => {
    const service = scripted()
    service.finding.start()
    await service.tell(start, lateEnd, 'over')
    service.finding.stop()
    await service.passLate()
    expect(service.asked).toHaveLength(1)
    expect(service.finding.progress.value.phase).toBe('done')
  })

  it('are not asked for when there are none', async () => {
    const service = scripted()
    service.finding.start()
    await service.tell(start, end, 'over')
    await service.passLate()
    expect(service.asked).toHaveLength(1)
  })
})
