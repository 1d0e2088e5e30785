// Visitor cookies: how long they are cached, and what happens when the site rejects them.
import { expect, test } from 'vitest'
import { makeSite } from '../../test/kit/site-io.ts'
import { failureOf } from '../../test/kit/wire.ts'
import { UpstreamError } from '../upstream/errors.ts'
import { withCookies } from './visitor-pass.ts'

const page = 'https://site.example/login'

/** A site that issues a new cookie each time and accepts those for which `takes` is true. */
function makeVisited(takes: (cookie: string) => boolean, refusal: unknown = '') {
  let given = 0
  const { begin, asked, clock } = makeSite(({ url, headers }) => {
    if (url.href !== page) return takes(headers.cookie ?? '') ? { ok: true } : refusal
    given += 1
    return { setCookies: [`n=${given}; Path=/; Secure`] }
  })
  const ask = (forMs?: number) => {
    const { io } = begin()
    const use = async (cookie: string) => {
      await io.json('https://data.example/list', { parse: (value) => value }, { headers: { cookie } })
      return cookie
    }
    return withCookies(io, page, use, forMs)
  }
  const count = (path: string) => asked.filter(({ url }) => url.pathname === path).length
  return { ask, clock, pages: () => count('/login'), lists: () => count('/list') }
}

test('cookies are got once in half a day, or as long as is said', async () => {
  const { ask, clock, pages } = makeVisited(() => true)
  expect(await ask()).toBe('n=1')
  clock.advance(12 * 60 * 60_000 - 1)
  expect(await ask()).toBe('n=1')
  clock.advance(1)
  expect(await ask()).toBe('n=2')
  clock.advance(1_000)
  expect(await ask(1_000)).toBe('n=3')
  expect(pages()).toBe(3)
})

test('remembered cookies that are refused are got anew once, and the new ones believed from then on', async () => {
  const accepted = new Set(['n=1'])
  const { ask, pages } = makeVisited((cookie) => accepted.has(cookie))
  await ask()
  accepted.clear()
  accepted.add('n=2')
  expect(await ask()).toBe('n=2')
  expect(await ask()).toBe('n=2')
  expect(pages()).toBe(2)
})

test('new cookies that are refused are not got a second time', async () => {
  const { ask, pages, lists } = makeVisited(() => false)
  expect(await failureOf(ask())).toMatchObject({ kind: 'mismatch' })
  expect([pages(), lists()]).toEqual([1, 1])
  expect(await failureOf(ask())).toMatchObject({ kind: 'mismatch' })
  expect([pages(), lists()]).toEqual([2, 3])
})

test('where the refusal shuts the breaker the refusal is told, and new cookies serve the next ask', async () => {
  const accepted = new Set(['n=1', 'n=2'])
  const { ask, clock, pages } = makeVisited((cookie) => accepted.has(cookie), 403)
  await ask()
  accepted.delete('n=1')
  expect(await failureOf(ask())).toMatchObject({ kind: 'blocked' })
  clock.advance(5 * 60_000)
  expect(await ask()).toBe('n=2')
  expect(pages()).toBe(2)
})

test('a site that is down is no reason for new cookies', async () => {
  const taken = [true, false]
  const { ask, pages, lists } = makeVisited(() => taken.shift() ?? true, 503)
  await ask()
  expect(await failureOf(ask())).toMatchObject({ kind: 'unavailable' })
  expect([pages(), lists()]).toEqual([1, 2])
})

test('a page that sets no cookie gives none, and one that fails is the failure', async () => {
  const bare = makeSite(() => 'hello').begin()
  expect(await withCookies(bare.io, page, async (cookie) => `<${cookie}>`)).toBe('<>')
  const shut = makeSite(() => 403).begin()
  const use = () => Promise.reject(new UpstreamError('mismatch', 'should not be asked'))
  expect(await failureOf(withCookies(shut.io, page, use))).toMatchObject({ kind: 'blocked' })
})
