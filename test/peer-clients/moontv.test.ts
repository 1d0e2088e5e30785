// Simulates MoonTVPlus: searches by POST, and a login that it renews before it expires.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { healthRead, keyword, type LinkRead, loginRead, memberSettings, posting, startAll, user } from './parts.ts'

const five = 5 * 60
/** It accepts an answer or its `data`, treats a missing map as empty, and reads the error text from either field. */
const links = z.looseObject({
  url: z.string(),
  password: z.string(),
  note: z.string(),
  datetime: z.string(),
  source: z.string(),
})
const inner = z.looseObject({
  total: z.int().default(0),
  merged_by_type: z.record(z.string(), z.array(links)).default({}),
})
const reported = z.union([z.looseObject({ data: inner }).transform(({ data }) => data), inner])
const wrong = z.looseObject({ error: z.string().optional(), message: z.string().optional() })

interface Found {
  readonly total: number
  readonly merged_by_type: Readonly<Record<string, readonly LinkRead[]>>
}

/** A player's server with the address of a search; `nowS` is its clock in seconds. */
function createPlayer(url: string, nowS: () => number, account?: typeof user | { username: string; password: string }) {
  let pass: z.infer<typeof loginRead> | undefined
  let logins = 0
  const send = async (path: string, init: RequestInit): Promise<unknown> => {
    const response = await fetch(url + path, init)
    const body: unknown = await response.json()
    if (response.ok) return body
    const { error, message } = wrong.parse(body)
    throw new Error(error ?? message ?? `HTTP ${response.status}`)
  }
  const headers = async (): Promise<Record<string, string>> => {
    if (!account) return {}
    if (!pass || pass.expires_at - five <= nowS()) {
      logins += 1
      pass = loginRead.parse(await send('/api/auth/login', posting(account)))
    }
    return { authorization: `Bearer ${pass.token}` }
  }
  return {
    logins: () => logins,
    health: async () => healthRead.parse(await send('/api/health', {})),
    search: async (body: object): Promise<Found> =>
      reported.parse(await send('/api/search', posting({ res: 'merge', ...body }, await headers()))),
  }
}

function clockS(): number {
  return Date.now() / 1000
}

test('is well, and finds what it asks for by the kinds of clouds it names', async () => {
  const { url } = await startAll()
  const player = createPlayer(url, clockS)
  expect((await player.health()).status).toBe('ok')
  const found = await player.search({ kw: keyword, cloud_types: ['quark', 'baidu'], refresh: false })
  expect(found.total).toBeGreaterThan(0)
  expect(Object.keys(found.merged_by_type).toSorted()).toEqual(['baidu', 'quark'])
})

test('what it leaves empty counts as not sent, and what is not known here is no error', async () => {
  const { url } = await startAll()
  const player = createPlayer(url, clockS)
  const plain = await player.search({ kw: keyword })
  const odd = { cloud_types: [], channels: [], plugins: [], refresh: false, limit: 50, page: 1, source: 'moontv' }
  expect(await player.search({ kw: keyword, ...odd })).toEqual(plain)
})

test('its login holds, and is renewed five minutes before it ends', async () => {
  const { url } = await startAll(await memberSettings())
  const clock = { aheadS: 0 }
  const player = createPlayer(url, () => clockS() + clock.aheadS, user)
  const search = async () => (await player.search({ kw: keyword })).total
  const first = await search()
  expect([first > 0, await search(), player.logins()]).toEqual([true, first, 1])
  clock.aheadS = 54 * 60
  expect([await search(), player.logins()]).toEqual([first, 1])
  clock.aheadS = 56 * 60
  expect([await search(), player.logins()]).toEqual([first, 2])
})

test('an error has words to show: a wrong password, no login, no keyword', async () => {
  const { url } = await startAll(await memberSettings())
  const unrelated = createPlayer(url, clockS, { username: user.username, password: 'no' })
  await expect(unrelated.search({ kw: keyword })).rejects.toThrow(/^[^{]*(?:username|password)/)
  await expect(createPlayer(url, clockS).search({ kw: keyword })).rejects.toThrow(/^authorization: is missing/)
  await expect(createPlayer(url, clockS, user).search({})).rejects.toThrow(/^kw: is missing/)
})
