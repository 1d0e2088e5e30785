// How items move from list to list, with fixed times.
import { expect, it } from 'vitest'
import { createListMovement } from './movement.ts'
import type { ListItem } from './sanitize-items.ts'

const hour = 60 * 60 * 1000

/** Compares lists of single letters, an hour apart, each with the one before; shows what is new and since which hour it is there. */
function moves(movement: ReturnType<typeof createListMovement>, ...lists: readonly string[]): string[] {
  let previous: readonly ListItem[] = []
  return lists.map((ids, index) => {
    const items = [...ids].map((id): ListItem => ({ id, title: id, url: `https://items.site.test/${id}` }))
    previous = index === 0 ? items : movement.compare(items, previous, { at: index * hour, before: (index - 1) * hour })
    return previous.map(({ id, arrival = '', since = 0 }) => `${id}${since / hour}${arrival}`).join(' ')
  })
}

it('is new what was not there, back what was there within a day, and known since when each is there', () => {
  expect(moves(createListMovement(), 'ab', 'bc', 'bac', 'ca')).toEqual(['a0 b0', 'b0 c1new', 'b0 a2back c1', 'c1 a2'])
})

it('is new what left more than a day ago', () => {
  const lists = Array.from({ length: 25 }, () => 'b')
  expect(moves(createListMovement(), 'ab', ...lists, 'ab').at(-1)).toBe('a26new b0')
  expect(moves(createListMovement(), 'ab', ...lists.slice(2), 'ab').at(-1)).toBe('a24back b0')
})

it('is back what left before the process started', () => {
  const movement = createListMovement()
  movement.remember([
    { id: 'x', at: -hour },
    { id: 'y', at: -48 * hour },
  ])
  expect(moves(movement, 'a', 'axy')).toEqual(['a0', 'a0 x1back y1new'])
})
