// Cache entries as JSON bytes.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it, vi } from 'vitest'
import type { AnswerEntry } from '../../upstream/cache/answer-entry.ts'
import { readEntry, serializeEntry } from './serialized-entry.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

function entry(): AnswerEntry {
  return { items: [{ title: '电影', links: ['a'] }], at: 7, failure: { kind: 'timeout', detail: 'too slow' } }
}

it('has the items it was made of while they are in use', () => {
  const { items, ...others } = entry()
  const serialized = serializeEntry({ items, ...others })
  expect(serialized.items).toBe(items)
  expect(serialized).toMatchObject(others)
})

it('does not keep its items from being collected, and has equal ones then', async () => {
  let collected = 0
  const registry = new FinalizationRegistry(() => {
    collected += 1
  })
  const serialized = (() => {
    const original = entry()
    registry.register(original.items, undefined)
    return serializeEntry(original)
  })()
  await vi.waitFor(() => {
    collectGarbage()
    expect(collected).toBe(1)
  })
  expect(serialized).toMatchObject(entry())
  expect(serialized.items).toBe(serialized.items)
})

it('is read from its bytes, marked as unchecked', () => {
  const { json } = serializeEntry(entry())
  expect(readEntry(json, 7)).toMatchObject({ ...entry(), isUnchecked: true })
})

it.each(['{"items":[1', '{"items":"many"}', '{"items":[],"failure":{"kind":"moon","detail":"full"}}'])(
  'is not read from %s',
  (json) => {
    expect(() => readEntry(Buffer.from(json), 0)).toThrow(/JSON|invalid/i)
  },
)
