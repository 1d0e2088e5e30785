// Tests content negotiation and the size limit of the response cache.
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { chooseEncoding, pack } from './response-encoding.ts'

const answer = { status: 200, headers: { 'content-type': 'text/plain' }, body: '纸鹤'.repeat(500) }

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

test('packed bytes open to the body, and the headers say their coding and length', () => {
  const gzip = pack(answer, 'gzip')
  const br = pack(answer, 'br')
  expect(gunzipSync(gzip.bytes).toString()).toBe(answer.body)
  expect(brotliDecompressSync(br.bytes).toString()).toBe(answer.body)
  expect(gzip.headers).toMatchObject({ 'content-encoding': 'gzip', 'content-length': String(gzip.bytes.length) })
  expect(pack(answer, 'identity').bytes.toString()).toBe(answer.body)
})

test('an empty body is not compressed', () => {
  const packed = pack({ ...answer, body: '' }, 'gzip')
  expect(packed.bytes).toHaveLength(0)
  expect(packed.headers).not.toHaveProperty('content-encoding')
})
