// Retention of the archive, one step at a time: evicts dead shares first, then those not seen for longest.
import { toJsonList } from '../sql/json-lists.ts'
import type { Sql } from '../sql/sql.ts'
import { among, statement } from '../sql/sql-tag.ts'
import { addDeadShares } from './write-operations.ts'

const findDead = statement<{ id: number; key: string; checked: number | null }, { most: number }>`
  select id, key, checked from shares where health = 'bad' order by checked limit ${'most'}`

const findUnseen = statement<{ id: number }, { most: number }>`select id from shares order by seen limit ${'most'}`

const removeSightings = statement<never, { shares: string }>`
  delete from sightings where ${among('share', 'shares', 'bigint')}`

const removeShares = statement<never, { shares: string }>`delete from shares where ${among('id', 'shares', 'bigint')}`

interface ArchiveRetentionOptions {
  readonly maxBytes: number
  /** Shares evicted in one transaction, which blocks other writers. */
  readonly atOnce: number
  /** Bytes of the archive. */
  readonly used: () => Promise<number>
}

/** Creates the retention; its functions reject with database errors. */
export function createArchiveRetention(sql: Sql, { maxBytes, atOnce, used }: ArchiveRetentionOptions) {
  const isTooMuch = async () => (await used()) > maxBytes * 0.97
  return {
    /** Evicts some shares if the archive is too large; whether any were evicted. Checked again inside: another replica may have evicted enough. */
    evict: async (): Promise<boolean> =>
      (await isTooMuch()) && (await sql.transaction(async () => (await isTooMuch()) && (await evict(sql, atOnce)))),
    /** Whether data must be evicted before the next write. */
    isFull: async () => (await used()) > maxBytes,
  }
}

async function evict(sql: Sql, most: number): Promise<boolean> {
  const dying = await sql.all(findDead, { most })
  const evicted = dying.length > 0 ? dying : await sql.all(findUnseen, { most })
  const shares = toJsonList(evicted.map(({ id }) => id))
  await sql.run(removeSightings, { shares })
  await sql.run(removeShares, { shares })
  await addDeadShares(
    sql,
    dying.map(({ key, checked }) => ({ key, checked: checked ?? 0 })),
  )
  return evicted.length > 0
}
