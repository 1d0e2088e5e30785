// Tests of the bodies of a cached response: which are held, in memory of their own, and that each is the same content.
import { expect, it } from 'vitest'
import { createCachedResponse, detach } from './cached-response.ts'
import { decompress, type Encoding } from './content-encoding.ts'

const text = JSON.stringify(Array.from({ length: 500 }, (_, at) => ({ at, title: `第${at}集` })))

it.each(['gzip', 'br', 'zstd'] as const)('holds no uncompressed body once there is one in %s', async (encoding) => {
  const response = createCachedResponse({ text }, 0)
  const whole = response.totalBytes()
  const body = await response.encodedBodyFor(encoding)
  expect(response.at('identity')).toBeUndefined()
  expect([response.at(encoding), response.totalBytes()]).toEqual([body, body.bytes.length])
  expect(body.bytes.length).toBeLessThan(whole / 4)
})

it('has the same content in each encoding, in whatever order they are asked for', async () => {
  const response = createCachedResponse({ text }, 0)
  const orders: readonly Encoding[] = ['br', 'identity', 'gzip', 'zstd', 'br', 'identity']
  for (const encoding of orders) {
    const body = await response.encodedBodyFor(encoding)
    expect(body.encoding).toBe(encoding)
    expect((await decompress(body.bytes, encoding)).toString()).toBe(text)
  }
})

it('makes a body once for all who wait for it, and those of different encodings beside each other', async () => {
  const response = createCachedResponse({ text }, 0)
  const encodings: readonly Encoding[] = ['br', 'gzip', 'br', 'identity', 'gzip']
  const bodies = await Promise.all(encodings.map((encoding) => response.encodedBodyFor(encoding)))
  expect(bodies.map(({ encoding }) => encoding)).toEqual(encodings)
  expect([bodies[2], bodies[4]]).toEqual([bodies[0], bodies[1]])
  for (const { bytes, encoding } of bodies) expect((await decompress(bytes, encoding)).toString()).toBe(text)
})

it('answers everybody with the uncompressed body when it is small', async () => {
  const response = createCachedResponse({ text: 'small' }, 0)
  expect((await response.encodedBodyFor('br')).encoding).toBe('identity')
  expect(response.at('gzip')?.bytes.toString()).toBe('small')
})

it('keeps no other memory with bytes than theirs', () => {
  const cut = Buffer.from('a few bytes')
  const own = detach(cut)
  expect(own).toEqual(cut)
  expect([cut.buffer.byteLength > cut.length, own.buffer.byteLength]).toEqual([true, cut.length])
})

it('does not copy bytes that have memory of their own', () => {
  const whole = Buffer.allocUnsafeSlow(9)
  expect(detach(whole).buffer).toBe(whole.buffer)
})
