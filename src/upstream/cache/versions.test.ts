// Version counters: when a stamp is valid.
import { describe, expect, it } from 'vitest'
import { createVersionCounters, createVersionReads, type VersionCounters, type VersionStamp } from './versions.ts'

const keys = Array.from({ length: 600 }, (_, at) => `tg:channel_${at} linux`)

function stampOf(versions: VersionCounters, of: readonly string[], until = 100): VersionStamp {
  const marks = createVersionReads(() => 0)
  for (const key of of) marks.add({ ...versions.of(key), until })
  const stamp = marks.stamp(of.length)
  if (!stamp) throw new Error('it should have a stamp')
  return stamp
}

describe('a stamp', () => {
  it('holds until something changes that it rests on', () => {
    const versions = createVersionCounters()
    for (const key of keys) versions.changed(key)
    const stamp = stampOf(versions, keys.slice(0, 131))
    expect(versions.isCurrent(stamp)).toBe(true)
    versions.changed(keys[130] ?? '')
    expect(versions.isCurrent(stamp)).toBe(false)
  })

  it('is outdated by each further change', () => {
    const versions = createVersionCounters()
    const change = [() => versions.changed('a'), versions.allChanged]
    for (const next of [...change, ...change]) {
      const stamp = stampOf(versions, ['a', 'b'])
      expect(versions.isCurrent(stamp)).toBe(true)
      next()
      expect(versions.isCurrent(stamp)).toBe(false)
    }
  })

  it('is rarely outdated by changes it does not depend on', () => {
    const versions = createVersionCounters()
    const stamps = keys.map((key) => stampOf(versions, [key]))
    for (let at = 0; at < 1_000; at += 1) versions.changed(`plugin:other ${at}`)
    expect(stamps.filter((stamp) => !versions.isCurrent(stamp)).length).toBeLessThan(20)
  })

  it('with parts is outdated by a change of one of them, also after changes of others', () => {
    const versions = createVersionCounters()
    const stamp = { ...stampOf(versions, ['a']), parts: versions.partsOf('shares', ['x', 'y']) }
    for (const other of ['z', 'w']) {
      versions.partChanged('shares', other)
      expect(versions.isCurrent(stamp)).toBe(true)
    }
    versions.partChanged('shares', 'y')
    expect([versions.isCurrent(stamp), versions.isCurrent(stamp)]).toEqual([false, false])
  })

  it('lasts as long as the first mark that ends', () => {
    const marks = createVersionReads(() => 0)
    for (const until of [90, 70, 80]) marks.add({ slot: 1, version: 0, until })
    expect(marks.stamp(3)?.until).toBe(70)
  })

  it('is not given where a mark is missing or has ended', () => {
    const marks = createVersionReads(() => 50)
    marks.add({ slot: 1, version: 0, until: 60 })
    expect(marks.stamp(2)).toBeUndefined()
    marks.add({ slot: 2, version: 0, until: 50 })
    expect(marks.stamp(2)).toBeUndefined()
  })

  it('is not given to an incomplete response, whatever is added', () => {
    const marks = createVersionReads(() => 0)
    marks.markIncomplete()
    marks.add({ slot: 1, version: 0, until: 1 })
    expect(marks.stamp(1)).toBeUndefined()
  })
})

it('every listener hears which slot has changed', () => {
  const versions = createVersionCounters()
  const heard: string[] = []
  for (const name of ['first', 'second']) versions.onChange((slot) => void heard.push(`${name} ${slot}`))
  versions.changed('a')
  const { slot } = versions.of('a')
  expect(heard).toEqual([`first ${slot}`, `second ${slot}`])
})
