// List state: what is displayed, and updates paused while the user interacts with the card.
import { describe, expect, it } from 'vitest'
import type { HotListItem } from '../../../src/contract/hotlist.ts'
import { ListState, type ListUpdate } from './list-state.ts'

function items(...ids: string[]): HotListItem[] {
  return ids.map((id, place) => ({ id, title: id, url: `https://a.test/${id}`, rank: place + 1 }))
}

function update(updatedAt: number, ...ids: string[]): ListUpdate {
  return { data: items(...ids), stale: false, updatedAt }
}

const failure = { kind: 'timeout', message: 'no answer in 8 s' } as const

function cell() {
  const made = new ListState()
  return {
    made,
    ids: () => made.shown.value?.data.map(({ id }) => id),
    arrived: () => [...(made.shown.value?.addedIds ?? [])],
  }
}

describe('a list that changes', () => {
  it('is shown at once when nobody is busy with it', () => {
    const { made, ids } = cell()
    made.apply(update(1, 'a', 'b'))
    made.apply(update(2, 'b', 'a'))
    expect(ids()).toEqual(['b', 'a'])
    expect(made.hasPendingUpdate.value).toBe(false)
  })

  it('marks what was not in it before, and nothing the first time', () => {
    const { made, arrived } = cell()
    made.apply(update(1, 'a', 'b'))
    expect(arrived()).toEqual([])
    made.apply(update(2, 'c', 'a'))
    expect(arrived()).toEqual(['c'])
    made.apply(update(3, 'a', 'c'))
    expect(arrived()).toEqual(['c'])
    made.apply(update(4, 'a', 'b'))
    expect(arrived()).toEqual(['b'])
  })

  it('is not replaced by what is older', () => {
    const { made, ids } = cell()
    made.apply(update(2, 'new'))
    made.apply(update(1, 'old'))
    expect(ids()).toEqual(['new'])
  })
})

describe('a list its reader is busy with', () => {
  it('waits until he has done', () => {
    const { made, ids } = cell()
    made.apply(update(1, 'a'))
    made.hold(true)
    made.apply(update(2, 'b'))
    expect([ids(), made.hasPendingUpdate.value]).toEqual([['a'], true])
    made.hold(false)
    expect([ids(), made.hasPendingUpdate.value]).toEqual([['b'], false])
  })

  it('comes to the newest of what was held back', () => {
    const { made, ids } = cell()
    made.apply(update(1, 'a'))
    made.hold(true)
    made.apply(update(2, 'b'))
    made.apply(update(3, 'c'))
    made.hold(false)
    expect(ids()).toEqual(['c'])
  })

  it('is shown as it is now once nobody sees it, and to who wants that', () => {
    const { made, ids } = cell()
    made.apply(update(1, 'a'))
    made.hold(true)
    made.apply(update(2, 'b'))
    made.showNewest()
    expect([ids(), made.hasPendingUpdate.value]).toEqual([['b'], false])
    made.apply(update(3, 'c'))
    expect(ids()).toEqual(['b'])
    made.hold(false)
    expect([ids(), made.hasPendingUpdate.value]).toEqual([['c'], false])
    made.apply(update(4, 'd'))
    expect(ids()).toEqual(['d'])
  })

  it('is not marked as updated by what says nothing new', () => {
    const { made } = cell()
    made.apply(update(1, 'a'))
    made.hold(true)
    made.apply(update(1, 'a'))
    expect(made.hasPendingUpdate.value).toBe(false)
  })

  it('is shown all the same the first time, and when he asked for it', () => {
    const { made, ids } = cell()
    made.hold(true)
    made.apply(update(1, 'a'))
    expect(ids()).toEqual(['a'])
    made.apply(update(2, 'b'))
    made.apply(update(2, 'b'), { isRequested: true })
    expect([ids(), made.hasPendingUpdate.value]).toEqual([['b'], false])
  })
})

describe('a list that fails', () => {
  it('keeps the last items when the failure comes without any', () => {
    const { made, ids } = cell()
    made.apply(update(1, 'a'))
    made.apply({ data: [], stale: false, updatedAt: null, error: failure })
    expect(ids()).toEqual(['a'])
    expect(made.shown.value).toMatchObject({ updatedAt: 1, stale: true, error: failure })
  })

  it('says why when there are none', () => {
    const { made } = cell()
    made.apply({ data: [], stale: false, updatedAt: null, error: failure })
    expect(made.shown.value).toMatchObject({ data: [], error: failure })
  })

  it('is well again with the next good list', () => {
    const { made } = cell()
    made.apply({ ...update(1, 'a'), stale: true, error: failure })
    made.apply(update(2, 'a'))
    expect(made.shown.value?.error).toBeUndefined()
  })
})
