// Rows keep their order while the user reads.
import { describe, expect, it } from 'vitest'
import type { CollectedLink as Row } from '../../../client/link-collector.ts'
import { freezeRows } from './freeze-rows.ts'

function row(key: string, password = ''): Row {
  const common = { type: 'quark', url: key, password, title: key, at: 1, sources: ['tg:abcd'] } as const
  return { key, ...common, relevance: 'title', images: [], isFromArchive: false }
}

function keys(rows: readonly Row[]) {
  return rows.map(({ key }) => key)
}

describe('rows that are held', () => {
  it('keep their places; what came waits', () => {
    const frozen = freezeRows([row('b'), row('a')], [row('new'), row('a'), row('b'), row('newer')])
    expect(keys(frozen.rows)).toEqual(['b', 'a'])
    expect(frozen.waiting).toBe(2)
  })

  it('are shown as they are known now', () => {
    expect(freezeRows([row('a')], [row('a', '1234')]).rows[0]?.password).toBe('1234')
  })

  it('hold back nothing when there are none, for there is nothing to read', () => {
    expect(freezeRows([], [row('a'), row('b')])).toEqual({ rows: [row('a'), row('b')], waiting: 0 })
    expect(freezeRows([row('gone')], [row('a')])).toEqual({ rows: [row('a')], waiting: 0 })
  })

  it('go when they are not wanted any more', () => {
    const frozen = freezeRows([row('a'), row('b')], [row('b')])
    expect(keys(frozen.rows)).toEqual(['b'])
    expect(frozen.waiting).toBe(0)
  })
})
