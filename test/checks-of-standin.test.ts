// Tests the check of every cloud against the stand-in's fixed shares, over the real wire.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadChecks } from '../src/search/checks/check.ts'
import { clouds } from '../src/search/clouds/table.ts'
import { UpstreamError } from '../src/upstream/errors.ts'
import { fixedPassword, fixedShares } from '../standin/clouds/share-states.ts'
import { type Standin, startStandin } from '../standin/server.ts'
import { createIo, makeAsk, makeKeeping, makeWire } from './kit/wire.ts'

/** Settings of the two clouds that require a login. */
const env = Object.fromEntries(
  ['XUNLEI', 'PIKPAK'].flatMap((cloud) =>
    ['CAPTCHA_TOKEN', 'CLIENT_ID', 'DEVICE_ID'].map((name) => [`${cloud}_${name}`, 'demo']),
  ),
)
const checks = await loadChecks(env, console)

let standin: Standin
beforeAll(async () => {
  standin = await startStandin()
})
afterAll(() => standin.close())

/**
 * Asks a cloud as one process does, with memory between asks: returns the state of a share, or the failure. `host`
 * serves its shares.
 */
function makeAsker(cloud: string, host?: string): (code: string, password: string) => Promise<string> {
  const wire = makeWire({ gateway: new URL(standin.url) })
  const keeping = { source: `check:${cloud}`, ...makeKeeping(wire) }
  const check = checks.get(cloud)
  const table = clouds.find(({ type }) => type === cloud)
  return async (code, password) => {
    const { io } = createIo(makeAsk(check?.limits), wire, keeping)
    const url = table?.url(code, host ?? table.hosts[0] ?? '') ?? ''
    const verdict = await check?.ask({ code, password, url }, io).catch((error: unknown) => {
      if (error instanceof UpstreamError) return { state: error.kind }
      throw error
    })
    return verdict?.state ?? 'no such check'
  }
}

test('every cloud that has a check is played', () => {
  expect(Object.keys(fixedShares).sort()).toEqual([...checks.keys()].sort())
})

test.each(Object.entries(fixedShares))('%s: what the stand-in says is understood', async (cloud, shares) => {
  // A separate asker for each question, because a block would stop later ones.
  const stateOf = (code: string, password: string) => makeAsker(cloud)(code, password)
  const { open, coded, gone, banned, throttled, garbage } = shares
  // 115 cannot be checked without a code.
  const any = cloud === '115' ? fixedPassword : ''
  expect(await stateOf(open, any)).toBe('ok')
  expect(await stateOf(coded, fixedPassword)).toBe('ok')
  expect(await stateOf(coded, '')).toBe('locked')
  expect(await stateOf(coded, 'x7k9')).toBe('locked')
  expect(await stateOf(gone, any)).toBe('bad')
  expect(await stateOf(gone, fixedPassword)).toBe('bad')
  expect(await stateOf(banned, any)).toBe('bad')
  expect(await stateOf(throttled, any)).toBe('blocked')
  expect(await stateOf(throttled, fixedPassword)).toBe('blocked')
  expect(['unavailable', 'mismatch', 'uncertain']).toContain(await stateOf(garbage, any))
})

test('a share at the main host of 123, which gives pages only, is asked for at the same site without www.', async () => {
  const before = standin.asked().length
  const { open, gone } = fixedShares['123'] ?? { open: '', gone: '' }
  const stateOf = makeAsker('123', 'www.123pan.com')
  expect([await stateOf(open, ''), await stateOf(gone, '')]).toEqual(['ok', 'bad'])
  const hosts = standin
    .asked()
    .slice(before)
    .map(({ upstreamUrl }) => new URL(upstreamUrl).host)
  expect(hosts).toEqual(['www.123pan.com', '123pan.com', 'www.123pan.com', '123pan.com'])
})

test('the visitor cookie of baidu is asked for once for several shares', async () => {
  const before = standin.asked().length
  const stateOf = makeAsker('baidu')
  const { open, coded } = fixedShares.baidu ?? { open: '', coded: '' }
  expect(await stateOf(open, '')).toBe('ok')
  expect(await stateOf(coded, fixedPassword)).toBe('ok')
  const asked = standin.asked().slice(before)
  expect(asked.map(({ upstreamUrl }) => new URL(upstreamUrl).pathname)).toEqual([
    '/',
    '/api/shorturlinfo',
    '/share/list',
    '/share/verify',
    '/share/list',
  ])
})
