// Keeps a database within its budget: what has expired goes first, then what was not used for longest.
import type { Sql } from './sql.ts'
import type * as shared from './statements/answers.ts'
import type * as made from './statements/answers-room.ts'
import { statementsOf } from './statements-written.ts'

export interface Room {
  /** Notes that an answer was used at `now`, if the database does not know so already. */
  touch(key: string, usedBefore: number, now: number): void
  /** Lets go answers until `bytes` more fit. Inside a transaction, like `tidy`. */
  makeFor(bytes: number, now: number): Promise<void>
  /** Lets go what has expired or is too much, a little at a time; whether there is more. */
  tidy(now: number): Promise<boolean>
}

interface RoomParts {
  readonly sql: Sql
  /** Bytes that what is kept may take. */
  readonly mostBytes: number
  /** Bytes that it takes. */
  readonly used: () => Promise<number>
  /** Bytes that a large answer takes besides. */
  readonly besideLarge: number
}

/** What was used within this time is not noted again: reading must not become writing. */
const notedMs = 60 * 60 * 1000
const mostNoted = 10_000
const mostAtOnce = 500

/** What a row takes with its key and its places in the indexes. */
export const rowBytes = 300

const ofRoom = statementsOf<typeof made>('answers-room')
const ofAnswers = statementsOf<typeof shared>('answers')

/** Makes room in a database. */
export function createRoom({ sql, mostBytes, used, besideLarge }: RoomParts): Room {
  const touched = new Map<string, number>()
  async function noteUse(now: number): Promise<void> {
    for (const [key, at] of touched) await sql.run(ofRoom('note'), { at, key })
    touched.clear()
    // Written while the clock was wrong: it would never be the one unused for longest.
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
    // A little more than needed, so that not every write has to.
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
      // Where nothing became less, nothing will by trying again.
      return expired === mostAtOnce || (left > mostBytes && left < before)
    },
  }
}
