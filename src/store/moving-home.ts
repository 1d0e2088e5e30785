// Migrates and verifies records and the latest answers.
import type { Found } from './moving-check.ts'
import type { HomeEnd } from './moving-ends.ts'
import { inHome, markNames } from './moving-rows.ts'
import type { Sql } from './sql.ts'

/** The result of merging two records. */
export interface Joined {
  /** The merged record; undefined if the target needs no change. */
  readonly bytes?: Uint8Array
  /** A sentence for the report. */
  readonly word?: string
}

export interface HomeMove {
  readonly from: HomeEnd
  readonly to: Sql
  /** Merges a record with the target's, if there is one. @throws Error with a sentence when one cannot be read. */
  readonly join: (name: string, given: Uint8Array, there: Uint8Array | undefined) => Joined
  /** Records of sums, which must be merged only once. */
  readonly once: ReadonlySet<string>
  /** Selects the answers to migrate. */
  readonly isWanted: (key: string) => boolean
  /** Epoch milliseconds. */
  readonly now: number
  /** Called with the number of rows just done. @throws to stop between two rows. */
  readonly onDone: (more: number) => void
}

const keysAtOnce = 10_000

/** Migrates the records; returns sentences for the report. */
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

/** Checks for each record whether its content is in the target. */
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

/** Migrates the selected answers that have not expired; newer ones in the target stay. */
export async function moveAnswers({ from, to, onDone, ...which }: HomeMove): Promise<void> {
  for await (const { key } of answersOf(from.sql, which)) {
    const answer = await from.sql?.first(inHome('answer'), { key })
    if (answer) await to.transact(() => to.run(inHome('putAnswer'), answer))
    onDone(1)
  }
}

/** Checks for each answer whether it or a newer one is in the target. */
export async function checkAnswers({ from, to, onDone, ...which }: HomeMove): Promise<Found> {
  let [of, found] = [0, 0]
  for await (const { key, at } of answersOf(from.sql, which)) {
    of += 1
    if (((await to.first(inHome('answeredAt'), { key }))?.at ?? 0) >= at) found += 1
    onDone(1)
  }
  return { of, found }
}

/** Yields the selected answers that have not expired. */
export async function* answersOf(sql: Sql | undefined, { isWanted, now }: Pick<HomeMove, 'isWanted' | 'now'>) {
  for (let after = ''; sql; ) {
    const rows = await sql.all(inHome('answers'), { after, now, most: keysAtOnce })
    const last = rows.at(-1)
    if (!last) return
    yield* rows.filter(({ key }) => isWanted(key))
    after = last.key
  }
}
