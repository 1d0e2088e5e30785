// Tests of encoding negotiation.
import { describe, expect, it } from 'vitest'
import { createEncodingNegotiator, effectiveEncoding } from './content-encoding.ts'

describe('the encoding for a client', () => {
  const choose = createEncodingNegotiator()

  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['*', 'br'],
    ['gzip', 'gzip'],
    ['x-gzip', 'identity'],
    ['GZIP', 'gzip'],
    ['gzip, zstd', 'zstd'],
    ['gzip;q=1.0, br;q=0.1', 'br'],
    ['gzip;q=0', 'identity'],
    ['br;q=0, *', 'zstd'],
    ['identity;q=1, *;q=0.5', 'identity'],
    ['identity;q=0', 'identity'],
    [`br, ${'x'.repeat(2_000)}`, 'identity'],
  ])('that says %j is %s', (accepted, encoding) => {
    expect(choose(accepted)).toBe(encoding)
    expect(choose(accepted)).toBe(encoding)
  })
})

it('bytes that fit into a packet are not worth compressing', () => {
  expect([effectiveEncoding(Buffer.alloc(1_023), 'br'), effectiveEncoding(Buffer.alloc(1_024), 'br')]).toEqual([
    'identity',
    'br',
  ])
})
