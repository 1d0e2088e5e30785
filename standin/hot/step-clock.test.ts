// Tests the step clock of growing lists: by time, by hand, and monotonic without `set`.
import { expect, test } from 'vitest'
import { createSteps } from './list-members.ts'

test('a step passes whenever its length has passed on the clock', () => {
  let now = 5000
  const steps = createSteps(() => now, 60_000)
  expect(steps.now()).toBe(0)
  now += 59_999
  expect(steps.now()).toBe(0)
  now += 1
  expect(steps.now()).toBe(1)
  now = 0
  expect(steps.now()).toBe(0)
})

test('a step set by hand stays while the clock stands, and goes on by the clock', () => {
  let now = 0
  const steps = createSteps(() => now, 1000)
  steps.set(12)
  expect(steps.now()).toBe(12)
  now = 2500
  expect(steps.now()).toBe(14)
  steps.set(3)
  expect(steps.now()).toBe(3)
})

test.each([-1, 1.5, Number.NaN, 2e9])('%j is no step', (step) => {
  const steps = createSteps(() => 0, 1000)
  expect(() => steps.set(step)).toThrow('step must be a whole number from 0 to 1000000000')
})

test.each([0, -1, Number.NaN])('a step of %j ms is refused', (stepMs) => {
  expect(() => createSteps(() => 0, stepMs)).toThrow('longer than 0 ms')
})
