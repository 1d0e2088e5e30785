// Retention of answers: deletes expired ones first, then the least recently used.
import type { Sql } from '../sql/sql.ts'
import { statement } from '../sql/sql-tag.ts'

export type AnswerRetention = ReturnType<typeof createRetention>

interface RetentionOptions {
  readonly sql: Sql
  /** Size limit in bytes. */
  readonly maxBytes: number
  /** Additional bytes that a large answer occupies. */
  readonly largeAnswerBytes: number
}

/** Uses are stored at most this often, so that reading does not cause writes. */
const useUpdateMs = 60 * 60 * 1000
const maxPendingUses = 10_000
const maxDeletedAtOnce = 500

/** Bytes of a row without its body, with key and index entries. */
const rowBytes = 300
const maxSmallBytes = 1_000

export const removeAnswer = statement<never, { key: string }>`delete from answers where key = ${'key'}`

const noteUse = statement<never, { at: number; key: string }>`
  update answers set used = ${'at'} where key = ${'key'}`

const lowerUses = statement<never, { now: number }>`update answers set used = ${'now'} where used > ${'now'}`

const expire = statement<never, { now: number; most: number }>`
  delete from answers where key in (select key from answers where until < ${'now'} order by until limit ${'most'})`

const leastUsed = statement<{ key: string; bytes: number }, { most: number }>`
  select key, bytes from answers order by used limit ${'most'}`

const countBytes = statement<{ bytes: number }, { perRow: number; large: number; perLarge: number }>`
  select cast(coalesce(sum(bytes + ${'perRow'} + case when bytes > ${'large'} then ${'perLarge'} else 0 end), 0) as bigint) as bytes
  from answers`

export function createRetention({ sql, maxBytes, largeAnswerBytes }: RetentionOptions) {
  const uses = createUses(sql)
  /** An upper bound of the bytes of all answers, unless other replicas write: what was overwritten is subtracted at the next count. */
  let bytes = 0
  const bytesOf = (body: number) => body + rowBytes + (body > maxSmallBytes ? largeAnswerBytes : 0)
  async function count(): Promise<number> {
    const counted = await sql.first(countBytes, { perRow: rowBytes, large: maxSmallBytes, perLarge: largeAnswerBytes })
    bytes = counted?.bytes ?? 0
    return bytes
  }
  async function evict(excess: number): Promise<void> {
    let freed = 0
    for (const { key, bytes: body } of await sql.all(leastUsed, { most: maxDeletedAtOnce })) {
      if (freed >= excess) break
      await sql.run(removeAnswer, { key })
      freed += bytesOf(body)
    }
    bytes -= freed
  }
  async function makeFor(needed: number, now: number): Promise<void> {
    const most = maxBytes - needed
    if (bytes <= most || (await count()) <= most) return
    await sql.run(expire, { now, most: maxDeletedAtOnce })
    const over = (await count()) - most
    if (over <= 0) return
    await uses.write(now)
    // Evict slightly more than necessary, so that not every write has to evict.
    await evict(over + maxBytes / 50)
  }
  return {
    /** Counts the bytes of all answers. */
    count,
    /** About the bytes of all answers. */
    bytes: () => bytes,
    /** Deletes answers until those with bodies of these bytes fit. Call inside a transaction, as `tidy`. */
    async makeSpace(bodies: readonly number[], now: number): Promise<void> {
      const needed = bodies.reduce((sum, body) => sum + bytesOf(body), 0)
      await makeFor(needed, now)
      bytes += needed
    },
    touch: uses.touch,
    /** Deletes some expired or excess answers; whether there are more. */
    async tidy(now: number): Promise<boolean> {
      await uses.write(now)
      const expired = await sql.run(expire, { now, most: maxDeletedAtOnce })
      const before = await count()
      await makeFor(0, now)
      // If nothing was freed, a repetition would free nothing either.
      return expired === maxDeletedAtOnce || (bytes > maxBytes && bytes < before)
    },
  }
}

/** Uses of answers that are not written yet. */
function createUses(sql: Sql) {
  const touched = new Map<string, number>()
  return {
    /** Records that an answer was used at `now`, unless a recent use is stored. */
    touch(key: string, usedBefore: number, now: number): void {
      if ((now - usedBefore > useUpdateMs || usedBefore > now) && touched.size < maxPendingUses) touched.set(key, now)
    },
    async write(now: number): Promise<void> {
      for (const [key, at] of touched) await sql.run(noteUse, { at, key })
      touched.clear()
      // A use dated in the future was stored while the clock was wrong; such an answer would never be evicted.
      await sql.run(lowerUses, { now })
    },
  }
}
