// Which interactions count as reading, and for how long.
import { describe, expect, it } from 'vitest'
import { createScriptedTimers } from '../../../test/kit/page-data.ts'
import { createReading } from './reading.ts'

function setUp() {
  const { timers, pass } = createScriptedTimers()
  const state = { isReading: false }
  const onChange = (isReading: boolean) => {
    state.isReading = isReading
  }
  return { hold: createReading(onChange, timers), pass, isReading: () => state.isReading }
}

describe('a mouse', () => {
  it('holds a card as long as it is moved over it, and half a minute more', async () => {
    const { hold, pass, isReading } = setUp()
    hold.onMouseMove()
    await pass(29_000)
    hold.onMouseMove()
    await pass(29_999)
    expect(isReading()).toBe(true)
    await pass(1)
    expect(isReading()).toBe(false)
    hold.onMouseMove()
    expect(isReading()).toBe(true)
  })

  it('that left does not count when it would have lain there', async () => {
    const { hold, pass, isReading } = setUp()
    hold.onMouseMove()
    hold.onMouseLeave()
    expect(isReading()).toBe(false)
    hold.onFocus()
    await pass(60_000)
    expect(isReading()).toBe(true)
  })
})

describe('a finger', () => {
  it('holds a card while it is on it, and two seconds more', async () => {
    const { hold, pass, isReading } = setUp()
    hold.onTouchStart()
    await pass(60_000)
    hold.onTouchEnd()
    await pass(1_999)
    expect(isReading()).toBe(true)
    await pass(1)
    expect(isReading()).toBe(false)
  })

  it('that comes back within these holds it on', async () => {
    const { hold, pass, isReading } = setUp()
    hold.onTouchStart()
    hold.onTouchEnd()
    await pass(1_000)
    hold.onTouchStart()
    await pass(10_000)
    expect(isReading()).toBe(true)
  })
})

it('a card is held until its reader has done with all he does', () => {
  const { hold, isReading } = setUp()
  hold.onMouseMove()
  hold.onFocus()
  hold.onMouseLeave()
  expect(isReading()).toBe(true)
  hold.onBlur()
  expect(isReading()).toBe(false)
})

it('nothing holds a card that is gone', () => {
  const { hold, isReading } = setUp()
  hold.onMouseMove()
  hold.onTouchStart()
  hold.onFocus()
  hold.dispose()
  expect(isReading()).toBe(false)
})
