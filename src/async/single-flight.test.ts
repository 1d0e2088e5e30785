// Single flight: which callers may join, and when the call is aborted.
import { expect, it } from 'vitest'
import { createSingleFlight, isJoinable, join } from './single-flight.ts'

/** A call that ends on request, or when it is aborted. */
function slowWork() {
  const done = Promise.withResolvers<string>()
  const work = (signal: AbortSignal) => {
    signal.addEventListener('abort', () => done.resolve('ended'))
    return done.promise
  }
  return { work, done }
}

it('a running call may be joined until it ends', async () => {
  const flights = createSingleFlight<string>()
  const { work, done } = slowWork()
  const flight = flights.start('a', work)
  expect(flights.current('a')).toBe(flight)
  expect(flights.current('b')).toBeUndefined()
  done.resolve('result')
  expect(await join(flight, undefined)).toBe('result')
  expect(flights.current('a')).toBeUndefined()
  // A caller that found the call before its end may still use its result.
  expect(isJoinable(flight)).toBe(true)
  expect(await join(flight, undefined)).toBe('result')
})

it('a call that all callers have left is aborted, cannot be joined, and does not remove its successor', async () => {
  const flights = createSingleFlight<string>()
  const first = Promise.withResolvers<string>()
  const abandoned = flights.start('a', () => first.promise)
  const leaving = new AbortController()
  const left = join(abandoned, leaving.signal)
  leaving.abort()
  expect(await left).toBeUndefined()
  expect(abandoned.controller.signal.aborted).toBe(true)
  expect(flights.current('a')).toBeUndefined()
  const successor = flights.start('a', slowWork().work)
  first.resolve('ended')
  await abandoned.result
  expect(flights.current('a')).toBe(successor)
})

it('a caller whose signal has aborted already waits for nothing', async () => {
  const flights = createSingleFlight<string>()
  const flight = flights.start('a', slowWork().work)
  expect(await join(flight, AbortSignal.abort())).toBeUndefined()
  expect(flight.controller.signal.aborted).toBe(true)
})

it('a call that is abandoned is aborted and cannot be joined, and those that have its result still get it', async () => {
  const flights = createSingleFlight<string>()
  const first = Promise.withResolvers<string>()
  const abandoned = flights.start('a', () => first.promise)
  flights.abandon('b')
  flights.abandon('a')
  expect([abandoned.controller.signal.aborted, flights.current('a')]).toEqual([true, undefined])
  first.resolve('older')
  expect(await abandoned.result).toBe('older')
})
