// Switches of sources: what is on, and what differs from the settings.
import { expect, it } from 'vitest'
import { createSourceSwitches } from './source-switches.ts'

function make() {
  let changes = 0
  const configured = new Map([
    ['weibo', true],
    ['optional', false],
  ])
  const switches = createSourceSwitches(configured, () => {
    changes += 1
  })
  return { ...switches, configured, changes: () => changes }
}

it('sources are as configured until they are switched, and unknown ones are on', () => {
  const { isOn, isKnown, switched } = make()
  expect(['weibo', 'optional', 'tg:named'].map(isOn)).toEqual([true, false, true])
  expect(['weibo', 'tg:named'].map(isKnown)).toEqual([true, false])
  expect(switched()).toEqual([])
})

it('a switched source is listed until it is switched back', () => {
  const { isOn, put, textAfter, switched, changes } = make()
  const text = textAfter(undefined, { on: ['optional'], off: ['weibo'] })
  expect(text).toBe('+optional,-weibo')
  put(text)
  expect([isOn('weibo'), isOn('optional')]).toEqual([false, true])
  expect(switched()).toEqual([
    { id: 'optional', isOn: true },
    { id: 'weibo', isOn: false },
  ])
  put(textAfter(text, { on: ['weibo'], off: [] }))
  expect([isOn('weibo'), switched()]).toEqual([true, [{ id: 'optional', isOn: true }]])
  expect(changes()).toBe(2)
})

it('a source that is gone is neither known nor listed as switched', () => {
  const { configured, isKnown, put, switched } = make()
  put('-weibo')
  configured.delete('weibo')
  expect([isKnown('weibo'), switched()]).toEqual([false, []])
})

it('a text that names no switch is refused, and leaves the switches as they are', () => {
  const { put, switched } = make()
  put('-weibo')
  expect(() => put('weibo')).toThrow('must be +id for each source to switch on and -id for each to switch off')
  expect(switched()).toEqual([{ id: 'weibo', isOn: false }])
})
