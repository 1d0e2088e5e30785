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
  const { isOn, switchTo, switched, changes } = make()
  switchTo(false, ['weibo'])
  switchTo(true, ['optional'])
  expect([isOn('weibo'), isOn('optional')]).toEqual([false, true])
  expect(switched()).toEqual([
    { id: 'weibo', isOn: false },
    { id: 'optional', isOn: true },
  ])
  switchTo(true, ['weibo'])
  expect([isOn('weibo'), switched()]).toEqual([true, [{ id: 'optional', isOn: true }]])
  expect(changes()).toBe(3)
})

it('a source that is gone is neither known nor listed as switched', () => {
  const { configured, isKnown, switchTo, switched } = make()
  switchTo(false, ['weibo'])
  configured.delete('weibo')
  expect([isKnown('weibo'), switched()]).toEqual([false, []])
})
