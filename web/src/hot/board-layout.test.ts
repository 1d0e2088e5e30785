// Board layout: moves, hidden lists, and what is stored.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { memoryStorage } from '../../../test/kit/page-data.ts'
import type { Topic } from '../components/topics.ts'
import { arrangeLists, createLayout, listsByTab } from './board-layout.ts'
import type { Tab } from './tabs.ts'

function record(id: string, column: Topic = 'tech'): SourceRecord {
  const rest = { type: 'hottest', interval: 600, enabled: true, color: '#123456' } as const
  return { id, name: id, family: id, home: `https://${id}.test/`, column, ...rest }
}

const records = [record('a'), record('b'), record('x', 'china'), record('c'), record('y', 'china'), record('d')]

function idsOf<Key extends Tab>(lists: ReadonlyMap<Key, readonly SourceRecord[]>, tab: Key): string[] {
  return (lists.get(tab) ?? []).map(({ id }) => id)
}

function made(storage = memoryStorage()) {
  const control = createLayout(storage, () => records)
  const lists = () => arrangeLists(records, control.layout.value)
  const shown = (tab: Tab) => idsOf(listsByTab(records, control.layout.value), tab)
  return { control, shown, tech: () => idsOf(lists(), 'tech'), china: () => idsOf(lists(), 'china'), lists, storage }
}

describe('the order of lists', () => {
  it('is the service’s until something is moved', () => {
    const { tech, china, lists } = made()
    expect(tech()).toEqual(['a', 'b', 'c', 'd'])
    expect(china()).toEqual(['x', 'y'])
    expect([...lists().keys()]).toEqual(['china', 'tech'])
  })

  it('is not changed by what is not known, nor by a place in another topic', () => {
    const { control, tech, china } = made()
    control.move('nobody', 'a')
    control.move('a', 'nobody')
    control.move('a', 'x')
    control.move('b', 'b')
    expect(tech()).toEqual(['a', 'b', 'c', 'd'])
    expect(china()).toEqual(['x', 'y'])
  })

  it('keeps the place of a list that the service does not have for a while', () => {
    const { control, storage } = made()
    control.move('c', 'a')
    const without = records.filter(({ id }) => id !== 'a')
    createLayout(storage, () => without).move('d', 'b')
    expect(made(storage).tech()).toEqual(['c', 'a', 'd', 'b'])
  })

  it('puts lists that are new in the service after those the reader has moved', () => {
    const { control } = made()
    control.move('b', 'a')
    const later = [record('new'), ...records]
    expect(idsOf(arrangeLists(later, control.layout.value), 'tech')).toEqual(['b', 'a', 'c', 'd', 'new'])
  })

  it('is, whatever is moved, the old order with that one list elsewhere', () => {
    const ids = ['a', 'b', 'c', 'd'] as const
    const step = fc.tuple(fc.constantFrom(...ids), fc.option(fc.constantFrom(...ids), { nil: undefined }))
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const { control, tech, china } = made()
        for (const [id, beforeId] of steps) {
          const others = tech().filter((other) => other !== id)
          const at = beforeId === undefined ? others.length : others.indexOf(beforeId)
          const expected = id === beforeId ? tech() : others.toSpliced(at, 0, id)
          control.move(id, beforeId)
          expect(tech()).toEqual(expected)
          expect(china()).toEqual(['x', 'y'])
        }
      }),
    )
  })
})

describe('hiding and topics', () => {
  it('leaves a hidden list its place, and brings it back there', () => {
    const { control, shown, tech } = made()
    control.move('d', 'a')
    control.hide('a', 'd')
    expect(shown('tech')).toEqual(['b', 'c'])
    control.show('a', 'd')
    expect(tech()).toEqual(['d', 'a', 'b', 'c'])
    expect(shown('tech')).toEqual(['d', 'a', 'b', 'c'])
  })

  it('leaves out a topic all of whose lists are hidden', () => {
    const { control } = made()
    control.hide('x', 'y')
    expect([...listsByTab(records, control.layout.value).keys()]).toEqual(['starred', 'popular', 'tech'])
  })

  it('moves topics as it moves lists', () => {
    const { control, lists } = made()
    control.moveTopic('tech', 'china')
    expect([...lists().keys()]).toEqual(['tech', 'china'])
    control.moveTopic('tech', undefined)
    expect([...lists().keys()]).toEqual(['china', 'tech'])
  })
})

describe('the other tabs', () => {
  it('have the first lists of the service, and those that the reader has starred, in their own order', () => {
    const { control, shown, tech } = made()
    expect([shown('starred'), shown('popular')]).toEqual([[], ['a', 'b', 'x', 'c', 'y', 'd']])
    for (const id of ['d', 'x', 'a']) control.star(id, true)
    control.move('a', 'd', 'starred')
    control.star('x', false)
    expect([shown('starred'), tech()]).toEqual([
      ['a', 'd'],
      ['a', 'b', 'c', 'd'],
    ])
    control.move('y', 'a', 'popular')
    control.hide('b', 'd')
    expect([shown('starred'), shown('popular')]).toEqual([['a'], ['y', 'a', 'x', 'c']])
    control.reset()
    expect(shown('starred')).toEqual(['a', 'd'])
  })

  it('have twelve of the most-read lists at most', () => {
    const many = Array.from({ length: 20 }, (_, at) => record(`l${at}`))
    expect(idsOf(listsByTab(many, made().control.layout.value), 'popular')).toEqual(
      many.slice(0, 12).map(({ id }) => id),
    )
  })
})

describe('what is kept of a layout', () => {
  it('is there again with the next page, and gone after a reset', () => {
    const { control, storage } = made()
    control.move('d', 'a')
    control.hide('b')
    const again = made(storage)
    expect(again.tech()).toEqual(['d', 'a', 'b', 'c'])
    expect(again.control.layout.value.hidden).toEqual(['b'])
    again.control.reset()
    expect(made(storage).tech()).toEqual(['a', 'b', 'c', 'd'])
    expect(made(storage).control.layout.value.hidden).toEqual([])
  })

  it.each(['[]', '7', 'not JSON', '{"order":"a","hidden":[1],"topics":["no such topic"]}'])(
    'means nothing when it is %s',
    (stored) => {
      const { tech, lists } = made(memoryStorage({ 'trawl.hot.layout': stored }))
      expect(tech()).toEqual(['a', 'b', 'c', 'd'])
      expect([...lists().keys()]).toEqual(['china', 'tech'])
    },
  )
})
