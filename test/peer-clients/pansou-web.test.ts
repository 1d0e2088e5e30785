// Simulates PanSou's web page: its health request, polling, link checks and login.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { loginResponse } from '../../src/contract/auth.ts'
import { checkResponse } from '../../src/contract/check.ts'
import { healthResponse } from '../../src/contract/search.ts'
import { defaultChannels } from '../../src/search/catalogue.ts'
import { fixedShares } from '../../standin/clouds/share-states.ts'
import {
  keyword,
  memberSettings,
  pluginHosts,
  posting,
  type SearchRead,
  searched,
  searchRead,
  startAll,
  user,
} from './parts.ts'

type Src = 'all' | 'tg'

/** Search options of the page. */
interface Choice {
  readonly kw: string
  readonly channels: readonly string[]
  readonly plugins: readonly string[]
}

/** Opens the page's login dialogue. */
class LoginWanted extends Error {}

/** The page with its stored login. */
function createPage(url: string) {
  let token: string | undefined
  const ask = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const headers = new Headers(init.headers)
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
    const response = await fetch(url + path, { ...init, headers })
    if (response.status === 401) throw new LoginWanted()
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
    return response.json()
  }
  const search = async ({ kw, ...choice }: Choice, src: Src): Promise<SearchRead['data']> => {
    const query = new URLSearchParams({
      kw,
      res: 'merge',
      src,
      ext: JSON.stringify({ referer: 'https://dm.xueximeng.com' }),
    })
    query.set('channels', choice.channels.join(','))
    if (src !== 'tg') query.set('plugins', choice.plugins.join(','))
    return searchRead.parse(await ask(`/api/search?${query}`)).data
  }
  /** The answers that it shows or would show, in order; it discards the first of five. */
  const poll = async (choice: Choice): Promise<SearchRead['data'][]> => {
    const warming = search(choice, 'all')
    const shown = [await search(choice, 'tg')]
    for (const _time of [2, 3, 4]) shown.push(await search(choice, 'all'))
    await warming
    return shown
  }
  const logIn = async (given: { readonly username: string; readonly password: string }) => {
    const response = await fetch(`${url}/api/auth/login`, posting(given))
    const body: unknown = await response.json()
    if (!response.ok) return z.looseObject({ error: z.string().min(1) }).parse(body).error
    token = loginResponse.parse(body).token
    return undefined
  }
  return { ask, search, poll, logIn, health: async () => healthResponse.parse(await ask('/api/health')) }
}

function urlsOf({ merged_by_type: types }: SearchRead['data']): string[] {
  return Object.values(types).flatMap((links) => links.map(({ url }) => url))
}

const searchedAll: Choice = { kw: ` ${keyword} `, ...searched }

test('what it reads of health at its load is there', async () => {
  const { url } = await startAll()
  const health = await createPage(url).health()
  expect(health.channels).toEqual(searched.channels)
  expect(health.plugins.toSorted()).toEqual([...searched.plugins].toSorted())
  expect([health.auth_enabled, health.plugins_enabled, health.plugin_count]).toEqual([false, true, 2])
})

test('its five requests each are answered in time, and what it shows never shrinks though a plugin is slow', async () => {
  const { url, standin } = await startAll({ SEARCH_DEADLINE_MS: '1000', SEARCH_EARLY_MS: '500' })
  standin.setFaults({ kind: 'slow-start', host: pluginHosts.duoduo, amount: 2_000 })
  const page = createPage(url)
  const shown = await page.poll(searchedAll)
  const totals = shown.map(({ total }) => total)
  expect(totals.length).toBe(4)
  expect(totals).toEqual(totals.toSorted((one, other) => one - other))
  for (const [at, answer] of shown.entries()) {
    expect(answer.total).toBe(urlsOf(answer).length)
    const before = shown[at - 1]
    if (before) expect(new Set(urlsOf(answer)).isSupersetOf(new Set(urlsOf(before)))).toBe(true)
  }
  const later = expect.poll(async () => (await page.search(searchedAll, 'all')).total)
  // The first request was for channels only.
  await later.toBeGreaterThan(totals[0] ?? 0)
})

test('its full lists of channels fit in an address', async () => {
  const { url, standin } = await startAll()
  const many = { ...searchedAll, channels: [...defaultChannels, ...defaultChannels.map((name) => name.toUpperCase())] }
  expect(many.channels.join(',').length).toBeGreaterThan(2_000)
  const { total } = await createPage(url).search(many, 'tg')
  expect(total).toBeGreaterThan(0)
  expect(standin.asked().filter(({ upstreamUrl }) => upstreamUrl.includes('/s/')).length).toBeGreaterThanOrEqual(
    defaultChannels.length,
  )
})

test('checks in heaps of six are answered under the very addresses it sent', async () => {
  const { url } = await startAll({ CHECK_DEADLINE_MS: '60000' })
  const page = createPage(url)
  const addresses: Readonly<Record<string, string>> = {
    quark: 'https://pan.quark.cn/s/',
    uc: 'https://drive.uc.cn/s/',
    baidu: 'https://pan.baidu.com/s/',
    aliyun: 'https://www.alipan.com/s/',
    tianyi: 'https://cloud.189.cn/t/',
    '115': 'https://115cdn.com/s/',
  }
  for (const fate of ['open', 'gone'] as const) {
    const items = Object.entries(addresses).map(([cloud, address]) => ({
      disk_type: cloud,
      url: `${address}${fixedShares[cloud]?.[fate]}?from=page#list`,
      password: '',
    }))
    const body = await page.ask('/api/check/links', posting({ items, view_token: 'abc' }))
    const { results } = checkResponse.parse(body)
    expect(results.map((result) => [result.disk_type, result.url])).toEqual(
      items.map((item) => [item.disk_type, item.url]),
    )
    expect(results.find(({ disk_type }) => disk_type === 'quark')?.state).toBe(fate === 'open' ? 'ok' : 'bad')
    for (const { checked_at: at, expires_at: until } of results) expect(until).toBeGreaterThan(at)
  }
})

test('a 401 opens its login, a wrong password is reported, and with the token it goes on', async () => {
  const { url } = await startAll(await memberSettings())
  const page = createPage(url)
  expect((await page.health()).auth_enabled).toBe(true)
  await expect(page.search(searchedAll, 'tg')).rejects.toThrow(LoginWanted)
  expect(await page.logIn({ ...user, password: 'no' })).toMatch(/./)
  await expect(page.search(searchedAll, 'tg')).rejects.toThrow(LoginWanted)
  expect(await page.logIn(user)).toBeUndefined()
  expect((await page.search(searchedAll, 'tg')).total).toBeGreaterThan(0)
  expect(await page.ask('/api/auth/verify', posting({}))).toEqual({ username: user.username, valid: true })
  await page.ask('/api/auth/logout', posting({}))
  await expect(page.search(searchedAll, 'tg')).rejects.toThrow(LoginWanted)
})
