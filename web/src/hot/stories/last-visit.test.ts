// Tests when the previous visit ended.
import { expect, test } from 'vitest'
import { createVisits, recordVisit } from './last-visit.ts'

const minuteMs = 60_000

function createStorage() {
  const stored = new Map<string, string>()
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
}

test('after half an hour away a new visit begins, and a reload within a visit changes nothing', () => {
  const storage = createStorage()
  const at = (minutes: number) => recordVisit(createVisits(storage), minutes * minuteMs)
  expect([at(0), at(10), at(40), at(50), at(200)]).toEqual(
    [undefined, undefined, 10, 10, 50].map((m) => m && m * minuteMs),
  )
})

test('what somebody else stored there is ignored', () => {
  const storage = createStorage()
  storage.setItem('trawl.hot.visits', '{"seenAt":"soon"}')
  expect(createVisits(storage).value).toBeUndefined()
})
