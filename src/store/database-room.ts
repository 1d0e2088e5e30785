// Retention of answers: deletes expired ones first, then the least recently used.
import type { Sql } from './sql.ts'
import type * as shared from './statements/answers.ts'
import type * as made from './statements/answers-room.ts'
import { statementsOf } from './statements-written.ts'

export interface Room {
  /** Records that an answer was used at `now`, unless a recent use is stored. */
  touch(key: string, usedBefore: number, now: number): void
  /** Deletes answers until `bytes` more fit. Call inside a transaction, as `tidy`. */
  makeFor(bytes: number, now: number): Promise<void>
  /** Deletes some expired or excess answers; whether there are more. */
  tidy(now: number): Promise<boolean>
}

interface RoomParts {
  readonly sql: Sql
  /** Size limit in bytes. */
  readonly mostBytes: number
  /** Returns the current size in bytes. */
  readonly used: () => Promise<number>
  /** Additional bytes that a large answer occupies. */
  readonly besideLarge: number
}

/** Uses are stored at most this often, so that reading does not cause writes. */
const notedMs = 60 * 60 * 1000
const mostNoted = 10_000
const mostAtOnce = 500

/** Bytes of a row without its body, with key and index entries. */
export const rowBytes = 300

const ofRoom = statementsOf<typeof made>('answers-room')
const ofAnswers = statementsOf<typeof shared>('answers')

/** Creates the retention of a database. */
export function createRoom({ sql, mostBytes, used, besideLarge }: RoomParts): Room {
  const touched = new Map<string, number>()
  async function noteUse(now: number): Promise<void> {
    for (const [key, at] of touched) await sql.run(ofRoom('note'), { at, key })
    touched.clear()
    // A use dated in the future was stored while the clock was wrong; such an answer would never be evicted.
    await sql.run(ofRoom('lower'), { now })
  }
  async function evict(bytes: number): Promise<void> {
    let freed = 0
    for (const { key, bytes: bodyBytes } of await sql.all(ofRoom('leastUsed'), { most: mostAtOnce })) {
      if (freed >= bytes) return
      await sql.run(ofAnswers('remove'), { key })
      freed += bodyBytes + rowBytes + (bodyBytes > 1_000 ? besideLarge : 0)
    }
  }
  async function makeFor(bytes: number, now: number): Promise<void> {
    const most = mostBytes - bytes
    if ((await used()) <= most) return
    await sql.run(ofRoom('expire'), { now, most: mostAtOnce })
    const over = (await used()) - most
    if (over <= 0) return
    await noteUse(now)
    // Evict slightly more than necessary, so that not every write has to evict.
    await evict(over + mostBytes / 50)
  }
  return {
    makeFor,
    touch(key, usedBefore, now) {
      if ((now - usedBefore > notedMs || usedBefore > now) && touched.size < mostNoted) touched.set(key, now)
    },
    async tidy(now) {
      await noteUse(now)
      const expired = await sql.run(ofRoom('expire'), { now, most: mostAtOnce })
      const before = await used()
      await makeFor(0, now)
      const left = await used()
      // If nothing was freed, a repetition would free nothing either.
      return expired === mostAtOnce || (left > mostBytes && left < before)
    },
  }
}
