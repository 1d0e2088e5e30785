// Target positions of steps and drops.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dropTarget, type MoveTarget, stepTarget } from './arrange-moves.ts'

const all = ['a', 'b', 'c', 'd', 'e']

/** The row after the move. */
function done<Entry>(row: readonly Entry[], entry: Entry, goal: MoveTarget<Entry> | undefined): readonly Entry[] {
  if (!goal) return row
  const others = row.filter((other) => other !== entry)
  return others.toSpliced(goal.before === undefined ? others.length : others.indexOf(goal.before), 0, entry)
}

describe('a step', () => {
  it.each([
    ['c', -1, 'acbde'],
    ['c', 1, 'abdce'],
    ['d', 1, 'abced'],
    ['b', -1, 'bacde'],
  ] as const)('of %s by %i gives %s', (entry, step, expected) => {
    expect(done(all, entry, stepTarget(all, all, entry, step)).join('')).toBe(expected)
  })

  it('leads nowhere from an end, or for what is not there', () => {
    expect(stepTarget(all, all, 'a', -1)).toBeUndefined()
    expect(stepTarget(all, all, 'e', 1)).toBeUndefined()
    expect(stepTarget(all, all, 'x', 1)).toBeUndefined()
  })

  it('goes past those that are not in sight', () => {
    expect(done(all, 'a', stepTarget(all, ['a', 'd'], 'a', 1)).join('')).toBe('bcdae')
    expect(done(all, 'd', stepTarget(all, ['a', 'd'], 'd', -1)).join('')).toBe('dabce')
  })
})

describe('a drop', () => {
  it.each([
    ['a', 'c', 'before', 'bacde'],
    ['a', 'c', 'after', 'bcade'],
    ['e', 'a', 'before', 'eabcd'],
    ['a', 'e', 'after', 'bcdea'],
    ['a', 'b', 'before', 'abcde'],
    ['b', 'a', 'after', 'abcde'],
  ] as const)('of %s on %s, %s it, gives %s', (entry, target, edge, expected) => {
    expect(done(all, entry, dropTarget(all, entry, target, edge)).join('')).toBe(expected)
  })

  it('on itself changes nothing', () => {
    expect(dropTarget(all, 'a', 'a', 'after')).toBeUndefined()
  })

  it('puts it next to what it was dropped on, on the side one saw', () => {
    const row = fc.uniqueArray(fc.integer(), { minLength: 2, maxLength: 12 })
    fc.assert(
      fc.property(row, fc.nat(), fc.nat(), fc.constantFrom('before' as const, 'after' as const), (ids, x, y, edge) => {
        const [entry = 0, target = 0] = [ids[x % ids.length], ids[y % ids.length]]
        const after = done(ids, entry, dropTarget(ids, entry, target, edge))
        expect(after.toSorted()).toEqual(ids.toSorted())
        if (entry !== target) expect(after.indexOf(entry) - after.indexOf(target)).toBe(edge === 'after' ? 1 : -1)
      }),
    )
  })
})
