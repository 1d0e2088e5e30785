// Single flight: which callers may join, and when the call is aborted.
import { expect, it } from 'vitest'
import { createFlights, land, mayBeJoined } from './flights.ts'

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
  const flights = createFlights<string>()
  const { work, done } = slowWork()
  const flight = flights.begin('a', work)
  expect(flights.underWay('a')).toBe(flight)
  expect(flights.underWay('b')).toBeUndefined()
  done.resolve('result')
  expect(await land(flight, undefined)).toBe('result')
  expect(flights.underWay('a')).toBeUndefined()
  // A caller that found the call before its end may still use its result.
  expect(mayBeJoined(flight)).toBe(true)
  expect(await land(flight, undefined)).toBe('result')
})

it('a call that all callers have left is aborted, cannot be joined, and does not remove its successor', async () => {
  const flights = createFlights<string>()
  const first = Promise.withResolvers<string>()
  const abandoned = flights.begin('a', () => first.promise)
  const leaving = new AbortController()
  const left = land(abandoned, leaving.signal)
  leaving.abort()
  expect(await left).toBeUndefined()
  expect(abandoned.ending.signal.aborted).toBe(true)
  expect(flights.underWay('a')).toBeUndefined()
  const successor = flights.begin('a', slowWork().work)
  first.resolve('ended')
  await abandoned.landed
  expect(flights.underWay('a')).toBe(successor)
})

it('a caller whose signal has aborted already waits for nothing', async () => {
  const flights = createFlights<string>()
  const flight = flights.begin('a', slowWork().work)
  expect(await land(flight, AbortSignal.abort())).toBeUndefined()
  expect(flight.ending.signal.aborted).toBe(true)
})
