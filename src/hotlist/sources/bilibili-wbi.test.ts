// Bilibili's signed queries, with the test vector of the upstream description, and the lifetime of keys.
import { expect, it } from 'vitest'
import { makeSite } from '../../../test/kit/site-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import { wbiKey, wbiQuery, withSignedQuery } from './bilibili.ts'

const [image, other] = ['7cd084941338484aae1ad9425b84077c', '4932caff0ff746eab6f01bf08b70ac45']
const key = 'ea1db124af3c7062474693fa704f4ff8'
const at = new Date(1_702_204_169_000)

it('makes the key of the sheet', () => {
  expect(wbiKey(image, other)).toBe(key)
})

it('signs as the sheet does, whatever the order of the parameters', () => {
  const query = 'bar=514&foo=114&w_rid=8f6f2b5b3d485fe1886cec6a0be8c5d4&wts=1702204169&zab=1919810'
  expect(wbiQuery({ foo: '114', bar: '514', zab: '1919810' }, key, at)).toBe(query)
  expect(wbiQuery({ zab: '1919810', bar: '514', foo: '114' }, key, at)).toBe(query)
})

it('writes blanks as %20 and leaves out the signs that browsers write in two ways', () => {
  expect(wbiQuery({ kw: "(夏 a)!'*" }, key, at)).toMatch(/^kw=%E5%A4%8F%20a&w_rid=[0-9a-f]{32}&wts=1702204169$/)
})

/** A fake site: its images, and its reply to signed queries. */
function makeSigned(picture = image) {
  const address = (name: string) => `https://i0.hdslb.com/bfs/wbi/${name}.png`
  const site = makeSite(
    () => ({ code: -101, data: { wbi_img: { img_url: address(picture), sub_url: address(other) } } }),
    at.getTime(),
  )
  const use = async (query: string) => query
  return { ...site, signed: (using = use) => withSignedQuery(site.begin().io, { foo: '1' }, using) }
}

it('gets the key for who is not logged in, and keeps it for hours', async () => {
  const { asked, clock, signed } = makeSigned()
  expect(await signed()).toBe(wbiQuery({ foo: '1' }, key, at))
  clock.advance(5 * 60 * 60_000)
  await signed()
  expect(asked).toHaveLength(1)
  clock.advance(2 * 60 * 60_000)
  await signed()
  expect(asked.map(({ url }) => url.pathname)).toEqual(['/x/web-interface/nav', '/x/web-interface/nav'])
})

it('gets another key when a kept one is refused', async () => {
  const { asked, signed } = makeSigned()
  await signed()
  const refusing = async () => {
    throw new UpstreamError('mismatch', 'the site requires a visitor check')
  }
  expect(await failureOf(signed(refusing))).toMatchObject({ kind: 'mismatch' })
  expect(asked).toHaveLength(2)
})

it('takes a picture of another name for a changed site', async () => {
  expect(await failureOf(makeSigned('logo').signed())).toMatchObject({ kind: 'mismatch' })
})
