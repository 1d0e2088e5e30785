// Search session: progress, links, and what stays when the stream breaks.
import { describe, expect, it } from 'vitest'
import type { LinkItem } from '../../../src/contract/links.ts'
import { ApiError, type ServerEvent } from '../api-client.ts'
import { createSearchSession } from './search-session.ts'
import { emptySearch } from './search-state.ts'

function link(key: string, more: Partial<LinkItem> = {}): LinkItem {
  const url = `https://pan.quark.cn/s/${key}`
  const said = { url, password: '', note: `t ${key}`, datetime: '2026-01-02T03:04:05Z', source: 'tg:abcd', images: [] }
  return { ...said, key: `quark:${key}`, sources: ['tg:abcd'], relevance: 'title', ...more }
}

function links(items: readonly LinkItem[], more: object = {}): ServerEvent {
  return { event: 'links', data: { merged_by_type: { quark: items }, ...more } }
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
  return {
    asked,
    finding: createSearchSession({ ...emptySearch, kw: '纸鹤' }, { api: { events }, epochMs: () => 7, scheduleRender }),
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
    const better = link('a', {
      url: 'https://pan.quark.cn/s/a?pwd=1234',
      password: '1234',
      sources: ['tg:abcd', 'tg:efgh'],
    })
    await service.tell(links([better], { replaced: ['https://pan.quark.cn/s/a'] }))
    service.show()
    expect(service.finding.rows.value).toMatchObject([{ key: 'quark:a', password: '1234' }, { key: 'quark:b' }])
    expect(service.finding.rows.value[0]?.sources).toHaveLength(2)
  })

  it('drops an address that fell away to another share', async () => {
    const service = scripted()
    service.finding.start()
    await service.tell(start, links([link('a')]), links([link('c')], { replaced: ['https://pan.quark.cn/s/a'] }))
    service.show()
    expect(keysOf(service)).toEqual(['quark:c'])
  })

  it('marks what is from memory until a source has it', async () => {
    const service = scripted()
    service.finding.start()
    await service.tell(start, links([link('a'), link('b')], { archive: true }), links([link('b')]))
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
    expect(service.finding.requestedAt()).toBe(7)
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
