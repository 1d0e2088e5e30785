// Which interactions pause updates of a card, and for how long.
import { describe, expect, it } from 'vitest'
import { createScriptedTimers } from '../../../test/kit/scripted-timers.ts'
import type { Holding } from './cells.ts'
import { createHold } from './holding.ts'

function setUp() {
  const { timers, pass } = createScriptedTimers()
  const holding = new Set<Holding>()
  const cell = { hold: (by: Holding) => void holding.add(by), release: (by: Holding) => void holding.delete(by) }
  return { hold: createHold(cell, timers), pass, held: () => [...holding] }
}

describe('a mouse', () => {
  it('holds a card as long as it is moved over it, and half a minute more', async () => {
    const { hold, pass, held } = setUp()
    hold.mouse()
    await pass(29_000)
    hold.mouse()
    await pass(29_999)
    expect(held()).toEqual(['pointer'])
    await pass(1)
    expect(held()).toEqual([])
    hold.mouse()
    expect(held()).toEqual(['pointer'])
  })

  it('that left does not count when it would have lain there', async () => {
    const { hold, pass, held } = setUp()
    hold.mouse()
    hold.mouseLeft()
    expect(held()).toEqual([])
    hold.focused()
    await pass(60_000)
    expect(held()).toEqual(['focus'])
  })
})

describe('a finger', () => {
  it('holds a card while it is on it, and two seconds more', async () => {
    const { hold, pass, held } = setUp()
    hold.touched()
    await pass(60_000)
    hold.untouched()
    await pass(1_999)
    expect(held()).toEqual(['touch'])
    await pass(1)
    expect(held()).toEqual([])
  })

  it('that comes back within these holds it on', async () => {
    const { hold, pass, held } = setUp()
    hold.touched()
    hold.untouched()
    await pass(1_000)
    hold.touched()
    await pass(10_000)
    expect(held()).toEqual(['touch'])
  })
})

it('nothing holds a card that is gone', () => {
  const { hold, held } = setUp()
  hold.mouse()
  hold.touched()
  hold.focused()
  hold.end()
  expect(held()).toEqual([])
})
