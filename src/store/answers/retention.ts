// Retention of answers: deletes expired ones first, then the least recently used.
import type { Sql } from '../sql/sql.ts'
import { statement } from '../sql/sql-tag.ts'

export type AnswerRetention = ReturnType<typeof createRetention>

interface RetentionOptions {
  readonly sql: Sql
  /** Size limit in bytes. */
  readonly maxBytes: number
  /** Returns the current size in bytes. */
  readonly used: () => Promise<number>
  /** Additional bytes that a large answer occupies. */
  readonly largeAnswerOverhead: number
}

/** Uses are stored at most this often, so that reading does not cause writes. */
const useUpdateMs = 60 * 60 * 1000
const maxPendingUses = 10_000
const maxDeletedAtOnce = 500

/** Bytes of a row without its body, with key and index entries. */
export const rowBytes = 300

export const removeAnswer = statement<never, { key: string }>`delete from answers where key = ${'key'}`

const noteUse = statement<never, { at: number; key: string }>`
  update answers set used = ${'at'} where key = ${'key'}`

const lowerUses = statement<never, { now: number }>`update answers set used = ${'now'} where used > ${'now'}`

const expire = statement<never, { now: number; most: number }>`
  delete from answers where key in (select key from answers where until < ${'now'} order by until limit ${'most'})`

const leastUsed = statement<{ key: string; bytes: number }, { most: number }>`
  select key, bytes from answers order by used limit ${'most'}`

export function createRetention({ sql, maxBytes, used, largeAnswerOverhead }: RetentionOptions) {
  const touched = new Map<string, number>()
  async function writeUses(now: number): Promise<void> {
    for (const [key, at] of touched) await sql.run(noteUse, { at, key })
    touched.clear()
    // A use dated in the future was stored while the clock was wrong; such an answer would never be evicted.
    await sql.run(lowerUses, { now })
  }
  async function evict(bytes: number): Promise<void> {
    let freed = 0
    for (const { key, bytes: bodyBytes } of await sql.all(leastUsed, { most: maxDeletedAtOnce })) {
      if (freed >= bytes) return
      await sql.run(removeAnswer, { key })
      freed += bodyBytes + rowBytes + (bodyBytes > 1_000 ? largeAnswerOverhead : 0)
    }
  }
  async function makeFor(bytes: number, now: number): Promise<void> {
    const most = maxBytes - bytes
    if ((await used()) <= most) return
    await sql.run(expire, { now, most: maxDeletedAtOnce })
    const over = (await used()) - most
    if (over <= 0) return
    await writeUses(now)
    // Evict slightly more than necessary, so that not every write has to evict.
    await evict(over + maxBytes / 50)
  }
  return {
    /** Deletes answers until `bytes` more fit. Call inside a transaction, as `tidy`. */
    makeSpace: makeFor,
    /** Records that an answer was used at `now`, unless a recent use is stored. */
    touch(key: string, usedBefore: number, now: number): void {
      if ((now - usedBefore > useUpdateMs || usedBefore > now) && touched.size < maxPendingUses) touched.set(key, now)
    },
    /** Deletes some expired or excess answers; whether there are more. */
    async tidy(now: number): Promise<boolean> {
      await writeUses(now)
      const expired = await sql.run(expire, { now, most: maxDeletedAtOnce })
      const before = await used()
      await makeFor(0, now)
      const left = await used()
      // If nothing was freed, a repetition would free nothing either.
      return expired === maxDeletedAtOnce || (left > maxBytes && left < before)
    },
  }
}
