// Moves records, and answers as they were last, from one database to another, and looks whether all of them are there.
import type { Found } from './moving-check.ts'
import type { HomeEnd } from './moving-ends.ts'
import { inHome, markNames } from './moving-rows.ts'
import type { Sql } from './sql.ts'

/** What two records of one name make. */
export interface Joined {
  /** What is to be there; undefined when it is. */
  readonly bytes?: Uint8Array
  /** What somebody should know, a sentence. */
  readonly word?: string
}

export interface HomeMove {
  readonly from: HomeEnd
  readonly to: Sql
  /** Joins a record to what is there already, if there is any. @throws Error with a sentence when one cannot be read. */
  readonly join: (name: string, given: Uint8Array, there: Uint8Array | undefined) => Joined
  /** Records of which two make a sum: they are joined once and never again. */
  readonly once: ReadonlySet<string>
  /** Which answers move. */
  readonly isWanted: (key: string) => boolean
  /** Epoch milliseconds. */
  readonly now: number
  /** Hears of so many more that are done. @throws to end the move between two of them. */
  readonly onDone: (more: number) => void
}

const keysAtOnce = 10_000

/** Moves the records; gives what somebody should know of them. */
export async function moveRecords({ from, to, join, once, onDone }: HomeMove): Promise<string[]> {
  const words: string[] = []
  for (const name of await from.recordNames()) {
    const given = await from.record(name)
    if (!given) continue
    await to.transact(async () => {
      const already = await joinedOnce(to)
      if (already.includes(name)) return
      const { bytes, word } = join(name, given, await recordIn(to, name))
      if (word !== undefined) words.push(word)
      if (bytes) await to.run(inHome('putRecord'), { name, body: bytes })
      const body = new TextEncoder().encode(JSON.stringify([...already, name]))
      if (once.has(name)) await to.run(inHome('putRecord'), { name: markNames.joined, body })
    })
    onDone(1)
  }
  return words
}

/** Looks for each record whether what it says is there. */
export async function checkRecords({ from, to, join, onDone }: HomeMove): Promise<Found> {
  const already = await joinedOnce(to)
  let [of, found] = [0, 0]
  for (const name of await from.recordNames()) {
    const given = await from.record(name)
    if (!given) continue
    of += 1
    if (already.includes(name) || !join(name, given, await recordIn(to, name)).bytes) found += 1
    onDone(1)
  }
  return { of, found }
}

async function recordIn(sql: Sql, name: string): Promise<Uint8Array | undefined> {
  return (await sql.first(inHome('record'), { name }))?.body
}

async function joinedOnce(to: Sql): Promise<readonly string[]> {
  const body = await recordIn(to, markNames.joined)
  const names: unknown = body ? JSON.parse(new TextDecoder().decode(body)) : []
  return Array.isArray(names) ? names.map(String) : []
}

/** Moves the answers that are wanted and still serve; of two the newer one stays. */
export async function moveAnswers({ from, to, onDone, ...which }: HomeMove): Promise<void> {
  for await (const { key } of answersOf(from.sql, which)) {
    const answer = await from.sql?.first(inHome('answer'), { key })
    if (answer) await to.transact(() => to.run(inHome('putAnswer'), answer))
    onDone(1)
  }
}

/** Looks for each of them whether it, or a newer one, is there. */
export async function checkAnswers({ from, to, onDone, ...which }: HomeMove): Promise<Found> {
  let [of, found] = [0, 0]
  for await (const { key, at } of answersOf(from.sql, which)) {
    of += 1
    if (((await to.first(inHome('answeredAt'), { key }))?.at ?? 0) >= at) found += 1
    onDone(1)
  }
  return { of, found }
}

/** The answers of a database that are wanted and still serve. */
export async function* answersOf(sql: Sql | undefined, { isWanted, now }: Pick<HomeMove, 'isWanted' | 'now'>) {
  for (let after = ''; sql; ) {
    const rows = await sql.all(inHome('answers'), { after, now, most: keysAtOnce })
    const last = rows.at(-1)
    if (!last) return
    yield* rows.filter(({ key }) => isWanted(key))
    after = last.key
  }
}
