// Which interactions pause updates of a card, and for how long.
import { describe, expect, it } from 'vitest'
import { createScriptedTimers } from '../../../test/kit/page-data.ts'
import type { PauseReason } from './list-state.ts'
import { createUpdatePause } from './update-pause.ts'

function setUp() {
  const { timers, pass } = createScriptedTimers()
  const holding = new Set<PauseReason>()
  const cell = {
    pause: (by: PauseReason) => void holding.add(by),
    resume: (by: PauseReason) => void holding.delete(by),
  }
  return { hold: createUpdatePause(cell, timers), pass, reasons: () => [...holding] }
}

describe('a mouse', () => {
  it('holds a card as long as it is moved over it, and half a minute more', async () => {
    const { hold, pass, reasons } = setUp()
    hold.onMouseMove()
    await pass(29_000)
    hold.onMouseMove()
    await pass(29_999)
    expect(reasons()).toEqual(['pointer'])
    await pass(1)
    expect(reasons()).toEqual([])
    hold.onMouseMove()
    expect(reasons()).toEqual(['pointer'])
  })

  it('that left does not count when it would have lain there', async () => {
    const { hold, pass, reasons } = setUp()
    hold.onMouseMove()
    hold.onMouseLeave()
    expect(reasons()).toEqual([])
    hold.onFocus()
    await pass(60_000)
    expect(reasons()).toEqual(['focus'])
  })
})

describe('a finger', () => {
  it('holds a card while it is on it, and two seconds more', async () => {
    const { hold, pass, reasons } = setUp()
    hold.onTouchStart()
    await pass(60_000)
    hold.onTouchEnd()
    await pass(1_999)
    expect(reasons()).toEqual(['touch'])
    await pass(1)
    expect(reasons()).toEqual([])
  })

  it('that comes back within these holds it on', async () => {
    const { hold, pass, reasons } = setUp()
    hold.onTouchStart()
    hold.onTouchEnd()
    await pass(1_000)
    hold.onTouchStart()
    await pass(10_000)
    expect(reasons()).toEqual(['touch'])
  })
})

it('nothing holds a card that is gone', () => {
  const { hold, reasons } = setUp()
  hold.onMouseMove()
  hold.onTouchStart()
  hold.onFocus()
  hold.dispose()
  expect(reasons()).toEqual([])
})
