// Tests of a worker's response cache.
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { encodeMetadata } from '../http/response-cache/cache-metadata-header.ts'
import { bodyHeaders, type CachedEntry } from '../http/response-cache/cached-response.ts'
import { createMemoryBudget } from '../store/memory/weighted-cache.ts'
import { createVersionCounters } from '../upstream/cache/versions.ts'
import { createWorkerCache } from './worker-cache.ts'

const now = 1_000_000

function make() {
  const versions = createVersionCounters()
  const answers = createWorkerCache(
    createMemoryBudget(1_000_000, () => now).createCache<CachedEntry>(),
    versions.isCurrent,
  )
  return { answers, versions, stamp: stampOf(versions) }
}

function stampOf({ of }: Pick<ReturnType<typeof createVersionCounters>, 'of'>) {
  const { slot, version } = of('a list')
  return { slots: [slot], sum: version, until: now + 5_000 }
}

function request(method = 'GET', url = '/list'): IncomingMessage {
  return Object.assign(new IncomingMessage(new Socket()), { method, url })
}

interface Said {
  readonly stamp: ReturnType<typeof stampOf> | undefined
  readonly body: string
  readonly encoding?: string
  readonly type?: string
  readonly status?: number
  readonly etag?: string
  readonly isWhole?: boolean
}

/** A response of the primary process. */
function answer({ stamp, body, encoding, type, status = 200, etag = 'W/"1"', isWhole = true }: Said): IncomingMessage {
  const came = new IncomingMessage(new Socket())
  const response = { etag, stamp, oldestAt: now, bodies: new Map(), at: () => undefined }
  const told = encodeMetadata({ response, route: '/list', label: 'lists', until: now + 5_000, renderCostMs: 7 })
  const own = { ...(encoding ? { 'content-encoding': encoding } : {}), ...(type ? { 'content-type': type } : {}) }
  Object.assign(came.headers, { etag, ...told, ...own })
  came.statusCode = status
  came.complete = isWhole
  came.push(body)
  came.push(null)
  return came
}

async function hear({ store }: Pick<ReturnType<typeof make>['answers'], 'store'>, said: Said, asked = request()) {
  const message = answer(said)
  store(asked, message)
  await new Promise((resolve) => message.resume().once('close', resolve))
}

test('an answer is found until something that it rests on changes', async () => {
  const { answers, versions, stamp } = make()
  await hear(answers, { stamp, body: 'plain' })
  const found = answers.find('/list')
  expect(found).toMatchObject({
    route: '/list',
    label: 'lists',
    until: now + 5_000,
    response: { etag: 'W/"1"', oldestAt: now },
  })
  expect(String(found?.response.at('identity')?.bytes)).toBe('plain')
  expect(answers.find('/other')).toBeUndefined()
  versions.applyRemote(stamp.slots[0] ?? 0)
  expect(answers.find('/list')).toBeUndefined()
})

test('an answer that is here before the news of the change is not told until the news is here too', async () => {
  const { answers, versions, stamp } = make()
  await hear(answers, { stamp: { ...stamp, sum: stamp.sum + 1 }, body: 'newer' })
  expect(answers.find('/list')).toBeUndefined()
  versions.applyRemote(stamp.slots[0] ?? 0)
  expect(String(answers.find('/list')?.response.at('identity')?.bytes)).toBe('newer')
})

test('each encoding is at hand once it came, and goes when another answer comes', async () => {
  const { answers, stamp } = make()
  await hear(answers, { stamp, body: 'p'.repeat(2_000) })
  const at = (encoding: 'gzip' | 'br' | 'identity') => answers.find('/list')?.response.at(encoding)?.bytes.length
  expect([at('identity'), at('gzip'), at('br')]).toEqual([2_000, undefined, undefined])
  await hear(answers, { stamp, body: 'packed', encoding: 'gzip' })
  expect([at('identity'), at('gzip'), at('br')]).toEqual([2_000, 6, undefined])
  await hear(answers, { stamp, body: 'other', encoding: 'gzip', etag: 'W/"2"' })
  expect([at('identity'), at('gzip'), at('br')]).toEqual([undefined, 5, undefined])
})

test('an answer is told again as what it came, JSON or a feed', async () => {
  const { answers, stamp } = make()
  await hear(answers, { stamp, body: '<rss/>', type: 'application/xml; charset=utf-8' })
  const form = answers.find('/list')?.response.at('identity')
  expect(form && bodyHeaders(form)['content-type']).toBe('application/xml; charset=utf-8')
})

test('what is too short to be packed is at hand for every encoding', async () => {
  const { answers, stamp } = make()
  await hear(answers, { stamp, body: 'short' })
  expect(String(answers.find('/list')?.response.at('br')?.bytes)).toBe('short')
})

test('of an answer that the client had already no more is known than its ETag', async () => {
  const { answers, stamp } = make()
  await hear(answers, { stamp, body: '', status: 304 })
  expect(answers.find('/list')?.response).toMatchObject({ etag: 'W/"1"', bodies: new Map() })
  expect(answers.find('/list')?.response.at('identity')).toBeUndefined()
})

test.each([
  ['may not be sent again', { stamp: undefined }, request()],
  ['answers no GET', {}, request('POST')],
  ['broke off', { isWhole: false }, request()],
  ['is a failure', { status: 502 }, request()],
  ['came in an encoding that nobody asked for', { encoding: 'compress' }, request()],
])('an answer that %s is not kept', async (_what, own, asked) => {
  const { answers, stamp } = make()
  await hear(answers, { stamp, body: 'text', ...own }, asked)
  expect(answers.find('/list')).toBeUndefined()
})
