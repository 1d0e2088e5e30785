// Tests the bans over HTTP: access, validation errors, and their immediate effect on hot lists.
import { describe, expect, test } from 'vitest'
import { bansResponse } from '../../src/contract/bans.ts'
import { type BatchResult, hotListAnswers, streamMessage } from '../../src/contract/hotlist.ts'
import { createTestBans } from '../kit/disk.ts'
import type { SomeAppOptions } from '../kit/empty-app.ts'
import { startHotTrawl } from '../kit/hot-trawl.ts'
import { testApp, testTime } from './app-parts.ts'
import { errorOf } from './hotlist-paths.ts'

const path = '/api/v1/security/bans'
const share = 'https://pan.quark.cn/s/0a1b2c3d4e5f'

function make(own: SomeAppOptions = {}) {
  const { app } = testApp({ bans: createTestBans(), ...own })
  const get = (headers = {}, remoteAddress = '127.0.0.1') => app.inject({ url: path, headers, remoteAddress })
  const post = (payload: object | string, headers = {}, remoteAddress = '127.0.0.1') =>
    app.inject({
      method: 'POST',
      url: path,
      payload,
      headers: { 'content-type': 'application/json', ...headers },
      remoteAddress,
    })
  return { app, get, post }
}

describe('bans', () => {
  test('are added, listed and lifted', async () => {
    const { get, post } = make()
    const add = [
      { kind: 'share', value: ` ${share}?pwd=ab12 `, note: 'case 7' },
      { kind: 'host', value: 'Bad.Example' },
    ]
    const bans = [
      { kind: 'share', value: `${share}?pwd=ab12`, note: 'case 7', since: testTime, from: 'api' },
      { kind: 'host', value: 'bad.example', note: '', since: testTime, from: 'api' },
    ]
    const head = { apiVersion: '1.0', timestamp: testTime }
    const added = await post({ add })
    expect(bansResponse.parse(added.json())).toEqual({ ...head, bans, total: 2, added: bans, removed: [] })
    const listed = await get()
    expect(bansResponse.parse(listed.json())).toEqual({ ...head, bans, total: 2 })
    expect(listed.headers['cache-control']).toBe('no-store')
    // The same share in another spelling.
    const remove = [{ kind: 'share', value: `${share}#/list` }]
    const lifted = await post({ remove, add: [{ kind: 'host', value: 'bad.example.' }] })
    expect(bansResponse.parse(lifted.json())).toMatchObject({ bans: [bans[1]], added: [], removed: [bans[0]] })
  })

  test('of the file are listed, and are not lifted here', async () => {
    const bans = createTestBans()
    await bans.setFile([bans.read('word', 'acme')])
    const { get, post } = make({ bans })
    expect(bansResponse.parse((await get()).json()).bans).toMatchObject([{ value: 'acme', from: 'file' }])
    const answer = await post({ remove: [{ kind: 'word', value: 'Acme' }] })
    expect(errorOf(answer)).toMatchObject({
      statusCode: 409,
      message: 'bans: word Acme is in BANS_FILE; remove it there',
    })
    expect(bans.hasBannedWord('acme')).toBe(true)
  })
})

describe('a change', () => {
  test.each([
    [{}, 'add: is missing: must be an array of objects with kind and value; or remove must be one'],
    [{ add: 'acme' }, 'add: must be an array of objects with kind and value'],
    [{ add: ['acme'] }, 'add.0: must be an object with kind and value, and a note if you like'],
    [{ add: [{ kind: 'site', value: 'x' }] }, 'add.0.kind: must be one of share, word, channel, host'],
    [{ add: [{ kind: 'word' }] }, 'add.0.value: is missing: must be one string of 1 to 2000 characters'],
    [{ add: [{ kind: 'word', value: 'a' }] }, 'add.0.value: must be 2 to 100 characters'],
    [{ add: [{ kind: 'word', value: 'acme', note: 7 }] }, 'add.0.note: must be one string of 0 to 200 characters'],
    [{ remove: [{ kind: 'host', value: 'a/b' }] }, /^remove\.0\.value: must be a host name/],
    [
      { add: Array.from({ length: 501 }, () => ({ kind: 'word', value: 'acme' })) },
      'add: has too many entries: at most 500 are allowed',
    ],
    ['[]', 'body: must be a JSON object'],
    ['{', 'body: is not valid JSON in UTF-8; must be a JSON object'],
  ])('like %j is refused, naming what is wrong', async (body, message) => {
    const bans = createTestBans()
    const refused = errorOf(await make({ bans }).post(body))
    expect(refused.statusCode).toBe(400)
    expect(refused.message).toMatch(message)
    expect(bans.version()).toBe(0)
  })
})

describe('an item of a hot list that is banned', () => {
  type Ask = Awaited<ReturnType<typeof startHotTrawl>>['ask']
  const change = async (ask: Ask, body: object) => {
    const answer = await ask({
      method: 'POST',
      url: path,
      payload: body,
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.statusCode).toBe(200)
  }
  const single = async (ask: Ask) => hotListAnswers.source.parse((await ask('/api/v1/sources/weibo?limit=50')).json())
  const lines = (text: string) =>
    text
      .trim()
      .split('\n')
      .map((line) => streamMessage.parse(JSON.parse(line)))

  /** All answers that contain the list, on any path. */
  async function shown(ask: Ask): Promise<Record<string, BatchResult['data']>> {
    const [one, old, batch, hot, optimized, stream] = await Promise.all([
      single(ask),
      ask('/api/hot-list?id=weibo'),
      ask('/api/v1/batch?sources=weibo&limit=50'),
      ask('/api/v1/sources/hot/batch?ids=weibo&limit=50'),
      ask('/api/v1/optimized/batch?sources=weibo&limit=50'),
      ask('/api/v1/stream?sources=weibo&chunkSize=50&delay=0'),
    ])
    return {
      one: one.data,
      old: hotListAnswers.hotList.parse(old.json()),
      batch: hotListAnswers.batch.parse(batch.json()).results.flatMap(({ data }) => data),
      hot: Object.values(hotListAnswers.hotBatch.parse(hot.json()).data).flatMap(({ items }) => items),
      optimized: hotListAnswers.optimized.parse(optimized.json()).results.flatMap(({ data }) => data),
      stream: lines(stream.body).flatMap(({ data }) => data),
    }
  }

  test('is in no answer after the ban, cached responses included, and is back after the ban is lifted', async () => {
    const { ask, standin } = await startHotTrawl()
    const before = await shown(ask)
    expect((await ask('/api/v1/sources/weibo?limit=50')).headers['x-cache']).toBe('HIT')
    const timesAsked = standin.asked().length
    const first = before.one?.[0]
    if (!first) throw new Error('the list should have an item')
    await change(ask, { add: [{ kind: 'word', value: first.title }] })
    const without = await shown(ask)
    for (const [name, items] of Object.entries(before)) {
      expect(without[name], name).toEqual(items.filter(({ title }) => !title.includes(first.title)))
      expect(without[name]?.[0]?.rank, name).toBe(2)
    }
    expect(await single(ask)).toMatchObject({ total: (before.one?.length ?? 0) - 1 })
    await change(ask, { remove: [{ kind: 'word', value: first.title }] })
    expect(await shown(ask)).toEqual(before)
    expect(standin.asked().length).toBe(timesAsked)
  })
})
