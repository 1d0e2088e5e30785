// The client against the real service over the stand-in: every method, cancelled streams, and logins.
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Client, createClient, type SearchEvent, TrawlError } from '../client/client.ts'
import { checkResponse } from '../src/contract/check.ts'
import { hotListAnswers } from '../src/contract/hotlist.ts'
import { findAnswer } from '../src/contract/hotlist-find.ts'
import { reports } from '../src/contract/hotlist-reports.ts'
import { healthResponse, searchResponse } from '../src/contract/search.ts'
import { hashPassword } from '../src/http/auth/password-hash.ts'
import { makeRunningClock, startHotTrawl } from './kit/hot-trawl.ts'
import { serveAll, startServed } from './kit/process.ts'
import { startTrawl } from './kit/trawl.ts'

const kw = '纸鹤'

describe('each method', () => {
  const served = serveAll({ ENABLED_SOURCES: 'weibo,zhihu,36kr-quick' })
  const trawl = (): Client => createClient({ url: served.url })

  it('searches, in each of the shapes', async () => {
    const answer = await trawl().search({ kw })
    expect(searchResponse.parse(answer)).toEqual(answer)
    expect(answer.data.total).toBeGreaterThan(3)
    const quark = await trawl().search({ kw, res: 'all', cloud_types: ['quark'], ext: { details: true } })
    expect(Object.keys(('merged_by_type' in quark.data && quark.data.merged_by_type) || {})).toEqual(['quark'])
    const long = await trawl().search({
      kw,
      filter: { exclude: Array.from({ length: 500 }, (_, at) => `不要的第${at}个词`) },
    })
    expect(long.data).toEqual(answer.data)
  })

  it('streams a search', async () => {
    const events = await Array.fromAsync(trawl().searchEvents({ kw }))
    expect(events.at(0)?.event).toBe('start')
    expect(events.at(-1)).toMatchObject({ event: 'end', data: { complete: true } })
    expect(events.filter(({ event }) => event === 'source')).toHaveLength(3)
  })

  it('gives lists: which there are, one, several, as they come, by words', async () => {
    const client = trawl()
    const sources = await client.sources({ metrics: true, column: ['china', 'tech'] })
    expect(hotListAnswers.sources.parse(sources).count).toBeGreaterThan(1)
    const one = await client.list('weibo', { limit: 3 })
    expect(hotListAnswers.source.parse(one)).toMatchObject({ count: 3, source: { id: 'weibo' } })
    const batch = await client.lists(['zhihu', 'no-such', 'weibo'], { limit: 2, force: true })
    expect(hotListAnswers.batch.parse(batch)).toMatchObject({
      summary: { success: 2, invalid: 1 },
      invalidSources: ['no-such'],
    })
    const reported = await Array.fromAsync(client.listEvents(['weibo', 'no-such'], { delay: 0, chunkSize: 50 }))
    expect(reported.map(({ type, sourceId }) => `${sourceId} ${type}`)).toEqual([
      'no-such error',
      'weibo start',
      'weibo data',
      'weibo end',
    ])
    const q = one.data[0]?.title.slice(0, 2) ?? ''
    expect(findAnswer.parse(await client.find({ q, limit: 1 })).count).toBe(1)
  })

  it('checks links', async () => {
    const answer = await trawl().check([
      { url: 'https://pan.quark.cn/s/0123456789ab' },
      { url: 'nonsense', disk_type: 'quark' },
    ])
    expect(checkResponse.parse(answer).results.map(({ url }) => url)).toEqual([
      'https://pan.quark.cn/s/0123456789ab',
      'nonsense',
    ])
  })

  it('returns the version and the health of the service', async () => {
    const client = trawl()
    expect(healthResponse.parse(await client.health()).channels).toContain('demo_share')
    expect(reports.health.parse(await client.status()).status).toMatch(/healthy|degraded/)
    expect(hotListAnswers.latest.parse(await client.version()).name).toBe('trawl')
  })

  it('refuses as the service does', async () => {
    const wrong = await trawl()
      .search({ kw: ' ' })
      .catch((error: unknown) => error)
    expect(wrong).toBeInstanceOf(TrawlError)
    expect(wrong).toMatchObject({ status: 400, message: expect.stringMatching(/^kw: is missing/) })
    await expect(trawl().list('no-such')).rejects.toMatchObject({ status: 404, code: 'SOURCE_NOT_FOUND' })
    await expect(trawl().searchEvents({ kw: '' }).next()).rejects.toMatchObject({ status: 400 })
    await expect(trawl().listEvents([]).next()).rejects.toMatchObject({ status: 400, code: 'VALIDATION_ERROR' })
  })
})

describe('where a login is required', () => {
  it('asks with the token of its login from then on', async () => {
    const hash = await hashPassword('open-sesame-42', Buffer.alloc(16, 5), { log2N: 13, r: 8, p: 1 })
    const { url, stop } = await startServed({ AUTH_ENABLED: 'true', AUTH_USERS: `ada:${hash}` })
    onTestFinished(stop)
    const client = createClient({ url })
    await expect(client.search({ kw })).rejects.toMatchObject({
      status: 401,
      message: expect.stringMatching(/login\(/),
    })
    await expect(client.login('ada', 'wrong')).rejects.toMatchObject({
      status: 401,
      message: expect.not.stringMatching(/login\(/),
    })
    expect(await client.login('ada', 'open-sesame-42')).toMatchObject({ username: 'ada' })
    expect((await client.search({ kw })).data.total).toBeGreaterThan(3)
    const events = client.searchEvents({ kw })
    expect((await events.next()).value).toMatchObject({ event: 'start' })
    await events.return(undefined)
  })
})

describe('a stream that is left', () => {
  const channels = ['demo_share', 'demo_two', 'demo_three']
  const ways: readonly [string, (events: AsyncGenerator<SearchEvent>, leaving: AbortController) => Promise<unknown>][] =
    [
      ['by leaving the loop', async (events) => events.return(undefined)],
      ['while the next event is waited for', async (events) => Promise.all([events.next(), events.return(undefined)])],
      [
        'by a signal',
        async (events, leaving) => {
          const waiting = events.next()
          leaving.abort()
          await expect(waiting).rejects.toHaveProperty('name', 'AbortError')
        },
      ],
    ]

  it.each(ways)('%s ends the work upstream that only it waited for', async (_name, leave) => {
    const { listen, standin } = await startTrawl(channels)
    const url = await listen()
    standin.setFaults({ kind: 'hang' })
    const leaving = new AbortController()
    const events = createClient({ url }).searchEvents({ kw: 'demo', conc: 1 }, leaving)
    expect((await events.next()).value).toMatchObject({ event: 'start' })
    await expect.poll(() => standin.asked().length).toBe(1)
    await leave(events, leaving)
    await expect.poll(async () => (await fetch(`${url}/metrics`)).text()).toContain('outcome="withdrawn"')
    expect(standin.asked().length).toBe(1)
  })

  it('of followed lists frees its place, after it has sent what changed', async () => {
    const time = makeRunningClock()
    const { listen, standin } = await startHotTrawl({ lists: 'growing', time })
    const url = await listen()
    const client = createClient({ url })
    const types: string[] = []
    for await (const { type, sourceId } of client.listEvents(['weibo'], { follow: true, delay: 0, chunkSize: 50 })) {
      types.push(`${sourceId} ${type}`)
      if (types.length === 3) {
        standin.setStep(9)
        time.advance(60_000)
        await client.list('weibo', { force: true })
      }
      if (types.length === 6) break
    }
    expect(types).toEqual([...types.slice(0, 3), ...types.slice(0, 3)])
    const metrics = async () => (await fetch(`${url}/metrics`)).text()
    await expect.poll(metrics).toMatch(/^trawl_streams_following 0$/m)
  })
})
