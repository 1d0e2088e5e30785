// What the tools' port counts when it is made of the service's own doors.
import { expect, it } from 'vitest'
import { noLists } from '../../test/kit/no-lists.ts'
import { RequestError } from '../http/errors.ts'
import type { LinkChecker } from '../search/checks/link-checker.ts'
import type { Search } from '../search/search.ts'
import { createLocalBackend } from './mcp-backend.ts'

interface Doors {
  readonly searchEvents: Search['events']
  readonly requestCount: Search['requestCount']
  readonly checkLinks: LinkChecker['check']
  readonly client: string
}

function never(): never {
  throw new Error('not asked here')
}

/** A port over doors of which a test opens some, and what it has counted. */
function makeOwn(doors: Partial<Doors>) {
  const counted: [string, boolean | undefined][] = []
  const more: (number | undefined)[] = []
  const search = {
    answer: never,
    events: doors.searchEvents ?? never,
    work: never,
    requestCount: doors.requestCount ?? (() => 1),
  }
  const checks = { checkLinks: doors.checkLinks ?? never, checkDeadlineMs: 1_000 }
  const suggest = async () => [{ title: '纸鹤与灯塔', from: 'archive', match: 'near' } as const]
  const options = { search, suggest, ...checks, health: never, hotLists: noLists(() => 0) }
  const port = createLocalBackend(options, doors.client, (one) => {
    counted.push([one.route, one.isForced])
    more.push(one.more)
  })
  return { port, counted, more }
}

const { signal } = new AbortController()

async function* onlyStart() {
  yield { event: 'start' as const, data: { sources: ['tg:a'] } }
}

it('a search counts as one', async () => {
  const { port, counted } = makeOwn({ searchEvents: onlyStart })
  for await (const _event of port.search({ kw: '灯', refresh: true }, signal));
  for await (const _event of port.search({ kw: '灯' }, signal)) break
  expect(counted).toEqual([
    ['/api/search', true],
    ['/api/search', false],
  ])
})

it('suggestions count as those of their route, and are refused as there', async () => {
  const { port, counted } = makeOwn({})
  expect(await port.suggest({ q: '纸鹤', limit: 5 }, signal)).toMatchObject([{ title: '纸鹤与灯塔' }])
  expect(counted).toEqual([['/api/v1/suggest', undefined]])
  await expect(port.suggest({ q: '鹤'.repeat(101) }, signal)).rejects.toThrow(/^q: /)
})

it('a search that there is no room for is refused in the words of the service', async () => {
  const busy = new RequestError(503, 'service: overloaded; retry in 5 s', { code: 'SERVICE_BUSY' })
  const { port } = makeOwn({
    searchEvents() {
      throw busy
    },
  })
  const events = port.search({ kw: '灯' }, signal)[Symbol.asyncIterator]()
  await expect(events.next()).rejects.toBe(busy)
  expect(port.userMessage(busy)).toBe('service: overloaded; retry in 5 s')
  expect(port.userMessage(new Error('a bug of ours'))).toBeUndefined()
})

it('a search that costs more counts for more, as its sender’s', async () => {
  const clients: (string | undefined)[] = []
  const doors = {
    ...{ client: '203.0.113.9', requestCount: () => 4 },
    searchEvents(_request: unknown, _signal: unknown, client?: string) {
      clients.push(client)
      return onlyStart()
    },
  }
  const { port, more } = makeOwn(doors)
  for await (const _event of port.search({ kw: '灯' }, signal));
  expect([more, clients]).toEqual([[3], ['203.0.113.9']])
})

it('checks, lists and words count each as what they are', async () => {
  const { port, counted } = makeOwn({ checkLinks: async () => [] })
  await port.check([{ url: 'https://example.org' }], signal)
  await port.lists(['weibo'], { limit: 1, force: false }, signal)
  await port.find({ q: '灯', limit: 1 }, signal)
  await port.sources({}, signal)
  expect(counted.map(([route]) => route)).toEqual([
    ...['/api/check/links', '/api/v1/batch', '/api/v1/find', '/api/v1/sources'],
  ])
})

it.each([
  [10, 0],
  [11, 1],
  [256, 25],
])('a check of %i links counts as one request and %i more', async (links, further) => {
  const { port, more } = makeOwn({ checkLinks: async () => [] })
  await port.check(
    Array.from({ length: links }, (_, number) => ({ url: `https://example.org/${number}` })),
    signal,
  )
  expect(more).toEqual([further])
})
