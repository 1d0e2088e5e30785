// Tests content negotiation; standin/server.test.ts opens the bodies.
import { expect, test } from 'vitest'
import { chooseEncoding } from './response-encoding.ts'

test.each([
  ['gzip, deflate, br, zstd', 'gzip'],
  ['br', 'br'],
  ['GZIP;q=0.5, br;q=1.0', 'gzip'],
  ['gzip;q=0, br', 'br'],
  ['gzip; q=0.0', 'identity'],
  ['zstd', 'identity'],
  ['', 'identity'],
  [undefined, 'identity'],
] as const)('accept-encoding %j is answered in %s', (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding)
})
