// Search session: progress, links, and what stays when the stream breaks.
import { describe, expect, it } from 'vitest'
import type { StreamWork } from '../../../src/contract/works.ts'
import { noAttributes as attributes, createScriptedTimers } from '../../../test/kit/page-data.ts'
import { ApiError, type ServerEvent } from '../api-client.ts'
import { SearchSession } from './search-session.ts'
import { emptySearch } from './search-state.ts'

type WorkLink = StreamWork['links'][number]

function link(key: string, more: Partial<WorkLink> = {}): WorkLink {
  const url = `https://pan.quark.cn/s/${key}`
  const common = { url, password: '', note: `t ${key}`, datetime: '2026-01-02T03:04:05Z', images: [] }
  return { type: 'quark', ...common, key: `quark:${key}`, sources: ['tg:abcd'], health: null, attributes, ...more }
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

type Told = ServerEvent | Error | 'over'

/** A search that has begun, and was told this by its server. */
async function begun(...first: readonly Told[]) {
  const { timers, pass, settle } = createScriptedTimers()
  const asked: { path: string; signal: AbortSignal | undefined }[] = []
  let wake: () => void = () => undefined
  const script: Told[] = [...first]
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
  const session = new SearchSession({ ...emptySearch, kw: '纸鹤' }, { api: { events }, epochMs: () => 7, timers })
  session.start()
  await settle()
  return {
    asked,
    session,
    progress: () => session.progress.value,
    keys: () => session.rows.value.map(({ key }) => key),
    /** Lets the time pass after which what came is shown, and then the time after which late sources are asked for. */
    show: () => pass(120),
    passLate: () => pass(3_000),
    tell(...more: readonly Told[]) {
      script.push(...more)
      wake()
      return settle()
    },
  }
}

describe('a search under way', () => {
  it('tells how many of how many have answered, and who failed why', async () => {
    const failure = { kind: 'timeout', detail: 'no answer' }
    const { show, progress } = await begun(
      start,
      source('tg:abcd', 'fresh'),
      source('tg:efgh', 'failed', failure),
      source('plugin:x', 'pending'),
    )
    await show()
    const failures = [{ source: 'tg:efgh', ...failure }]
    expect(progress()).toMatchObject({ phase: 'asking', asked: 3, answered: 1, failed: 1, failures })
  })

  it('shows together what comes together', async () => {
    const { keys, show } = await begun(start, links([link('a')]), links([link('b')]))
    expect(keys()).toEqual([])
    await show()
    expect(keys()).toEqual(['quark:a', 'quark:b'])
  })

  it('updates a link that is known better, in its place', async () => {
    const { tell, session, show } = await begun(start, links([link('a'), link('b')]))
    await tell(links([link('a', { password: '1234', sources: ['tg:abcd', 'tg:efgh'] })]))
    await show()
    expect(session.rows.value).toMatchObject([
      { key: 'quark:a', password: '1234', sources: ['tg:abcd', 'tg:efgh'] },
      { key: 'quark:b' },
    ])
  })

  it('puts a link into another work when more is known about it', async () => {
    const { tell, session, show } = await begun(start, links([link('a'), link('b')]))
    const joined = work([link('a'), link('b')], 'work t a')
    await tell({ event: 'works', data: { works: [joined], moved: { 'work t b': 'work t a' } } })
    await show()
    expect(session.works.value.map(({ key, links: all }) => [key, all.length])).toEqual([['work t a', 2]])
  })

  it('marks what is from memory until a source has it, and takes an unknown time for unknown', async () => {
    const known = [link('a', { archive: true, datetime: '0001-01-01T00:00:00Z' }), link('b', { archive: true })]
    const { session, show } = await begun(start, links(known), links([link('b')]))
    await show()
    expect(session.rows.value.map(({ isFromArchive }) => isFromArchive)).toEqual([true, false])
    expect(session.rows.value[0]?.at).toBeUndefined()
  })
})

describe('the end of a search', () => {
  it('is told by the service, with its figures and warnings', async () => {
    const warning = { kind: 'no_sources', detail: 'x' }
    const { progress } = await begun({ event: 'start', data: { sources: [], warnings: [warning] } }, end, 'over')
    expect(progress()).toMatchObject({ phase: 'done', answered: 2, warnings: [warning] })
  })

  it.each([
    ['goes without a word', 'over' as const, { phase: 'broken' }],
    ['fails midway', new ApiError('offline', 'x'), { phase: 'broken', error: { kind: 'offline' } }],
  ])('is a break when the connection %s, and what came stays', async (_how, last, expected) => {
    const { progress, keys } = await begun(start, links([link('a')]), last)
    expect(progress()).toMatchObject(expected)
    expect(keys()).toEqual(['quark:a'])
  })

  it('is a refusal when nothing came at all', async () => {
    const { progress } = await begun(new ApiError('rate', 'slowly', 9))
    expect(progress()).toMatchObject({ phase: 'refused', error: { kind: 'rate', retryAfterS: 9 } })
  })
})

describe('a search that is left', () => {
  it('is not asked any further when it is stopped, and keeps what came', async () => {
    const { session, asked, tell, show, progress, keys } = await begun(start, links([link('a')]))
    session.stop()
    expect(asked[0]?.signal?.aborted).toBe(true)
    await tell(links([link('b')]))
    await show()
    expect(progress().phase).toBe('stopped')
    expect(keys()).toEqual(['quark:a'])
  })

  it('is not mistaken for the one that was begun in its place', async () => {
    const { session, asked, tell } = await begun(start)
    session.start({ isRefresh: true })
    await tell('over')
    expect(asked.map(({ signal }) => signal?.aborted)).toEqual([true, false])
    expect(asked[1]?.path).toContain('refresh=true')
    expect(session.requestedAt).toBe(7)
  })
})

it('a search asked again keeps its links until its end, then drops those not told anew', async () => {
  const { session, tell, show, keys } = await begun(start, links([link('a'), link('b')]), end, 'over')
  session.start({ isRefresh: true })
  await tell(start, links([link('b')]))
  await show()
  expect(keys()).toEqual(['quark:a', 'quark:b'])
  await tell(end, 'over')
  await show()
  expect(keys()).toEqual(['quark:b'])
})

describe('sources that were late', () => {
  const sources = { asked: 3, answered: 2, failed: 0, pending: 1 }
  const lateEnd: ServerEvent = { event: 'end', data: { complete: false, sources, took_ms: 5 } }

  it('are asked for once more, of which nothing is shown before its end', async () => {
    const { passLate, tell, show, progress, keys, asked } = await begun(start, links([link('a')]), lateEnd, 'over')
    await passLate()
    await tell(start, source('tg:abcd', 'cached'), links([link('a'), link('b')]))
    await show()
    expect(progress()).toMatchObject({ phase: 'done', answered: 2, failed: 0 })
    expect(keys()).toEqual(['quark:a'])
    await tell(end, 'over')
    await show()
    expect(keys()).toEqual(['quark:a', 'quark:b'])
    expect(progress()).toMatchObject({ phase: 'done', failed: 1 })
    await passLate()
    expect(asked).toHaveLength(2)
  })

  it('change nothing when they cannot be asked for', async () => {
    const { passLate, tell, progress, keys } = await begun(start, links([link('a')]), lateEnd, 'over')
    await passLate()
    await tell(new ApiError('rate', 'slowly', 9))
    expect(progress()).toMatchObject({ phase: 'done', answered: 2 })
    expect(keys()).toEqual(['quark:a'])
  })

  it('are not asked for by a search that was left, or when there are none', async () => {
    const [left, complete] = [await begun(start, lateEnd, 'over'), await begun(start, end, 'over')]
    left.session.stop()
    for (const { passLate, asked, progress } of [left, complete]) {
      await passLate()
      expect([asked.length, progress().phase]).toEqual([1, 'done'])
    }
  })
})
