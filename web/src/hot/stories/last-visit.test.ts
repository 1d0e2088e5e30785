// Tests when the previous visit ended.
import { expect, test } from 'vitest'
import { memoryStorage } from '../../../../test/kit/page-data.ts'
import { createVisits, recordVisit } from './last-visit.ts'

const minuteMs = 60_000

test('after half an hour away a new visit begins, and a reload within a visit changes nothing', () => {
  const storage = memoryStorage()
  const at = (minutes: number) => recordVisit(createVisits(storage), minutes * minuteMs)
  expect([at(0), at(10), at(40), at(50), at(200)]).toEqual(
    [undefined, undefined, 10, 10, 50].map((m) => m && m * minuteMs),
  )
})

test('what somebody else stored there is ignored', () => {
  expect(createVisits(memoryStorage({ 'trawl.hot.visits': '{"seenAt":"soon"}' })).value).toBeUndefined()
})
