// Tests of copying buffers out of the shared pool.
import { expect, test } from 'vitest'
import { detachedCopy } from './cached-response.ts'

test('bytes that are kept keep no other memory than theirs', () => {
  const cut = Buffer.from('a few bytes')
  const own = detachedCopy(cut)
  expect(own).toEqual(cut)
  expect([cut.buffer.byteLength > cut.length, own.buffer.byteLength]).toEqual([true, cut.length])
})
