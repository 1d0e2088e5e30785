// The history of hot lists over the whole service: what a refresh leaves, and what is said without a history.
import { expect, it, vi } from 'vitest'
import { newFolder } from './kit/disk.ts'
import { startWholeTrawl, type WholeTrawlOptions } from './kit/whole-trawl.ts'

const future = '2090-01-01T00:00:00%2B08:00'

async function start(options: WholeTrawlOptions = {}) {
  const { app, standin } = await startWholeTrawl({ dataFolder: newFolder(), ...options })
  const get = async (path: string) => {
    const response = await app.inject(`/api/v1/sources/${path}`)
    return { status: response.statusCode, body: response.json() }
  }
  return { get, standin }
}

it('records what a list was when it was asked, and asks nobody to tell it', async () => {
  const { get, standin } = await start()
  const { body: list } = await get('weibo?limit=50')
  await vi.waitFor(async () => expect((await get(`weibo/at?time=${future}`)).status).toBe(200))
  const asked = standin.asked().length
  const { body } = await get(`weibo/at?time=${future}`)
  expect(body.updatedAt).toBe(list.updatedAt)
  const ids = (items: { id: string }[]) => items.map(({ id }) => id)
  expect(ids(body.data)).toEqual(ids(list.data))
  const [first] = body.data
  const { body: item } = await get(`weibo/history?item=${encodeURIComponent(first.id)}&to=${future}&from=0`)
  expect(item).toMatchObject({ points: [{ rank: 1 }], peak: { rank: 1 }, firstSeen: list.updatedAt })
  expect((await get(`weibo/changes?since=0`)).body).toMatchObject({ appeared: [], left: [], moved: [] })
  expect(standin.asked()).toHaveLength(asked)
})

it('says which parameter is wrong, and which list is unknown', async () => {
  const { get } = await start()
  const messages: string[] = []
  for (const path of [
    ...['weibo/at', 'weibo/at?time=yesterday', 'weibo/at?time=2026-02-30T00:00:00Z', 'weibo/history?step=7w'],
    ...['weibo/history?from=5&to=5', 'weibo/changes?since=-1', 'nosuch/history', 'weibp/history'],
    'zhihu/changes?since=0',
  ]) {
    const { status, body } = await get(path)
    messages.push(`${status} ${body.message}`)
  }
  const time = 'a time: epoch milliseconds, or ISO 8601 with its zone, like 2026-11-21T08:00:00Z'
  expect(messages).toEqual([
    `400 time: is missing: must be ${time}`,
    `400 time: must be ${time}`,
    `400 time: must be ${time}`,
    '400 step: must be a duration from 60 to 31536000 seconds: seconds, or like 30m, 6h, 7d',
    '400 from: must be before to',
    `400 since: must be ${time}`,
    '404 source: unknown source; GET /api/v1/sources?includeDisabled=1 lists all sources',
    '404 source: unknown source; GET /api/v1/sources?includeDisabled=1 lists all sources; did you mean weibo?',
    '404 source: no refresh of zhihu is recorded yet',
  ])
})

it.each([
  ['HISTORY=off', { env: { HISTORY: 'off' } }],
  ['nothing to store in', { dataFolder: undefined }],
])('says with %s that there is no history', async (_name, options) => {
  const { get } = await start(options)
  const { status, body } = await get('weibo/history')
  expect([status, body.error.code, body.message]).toEqual([
    503,
    'HISTORY_UNAVAILABLE',
    'history: not kept by this service; it needs HISTORY=on, and DATA_DIR or DATABASE_URL',
  ])
})

it('refreshes the lists of HISTORY_SOURCES that nobody asked for, and no other', async () => {
  const { get } = await start({ env: { HISTORY_SOURCES: 'weibo' } })
  await vi.waitFor(async () => expect((await get('weibo/changes?since=0')).status).toBe(200))
  expect((await get('zhihu/changes?since=0')).status).toBe(404)
})
