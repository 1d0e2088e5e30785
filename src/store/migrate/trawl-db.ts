// Migrates and verifies records and the latest answers.

import type { Sql } from '../sql/sql.ts'
import type { TrawlDbEndpoint } from './endpoints.ts'
import { findAnswer, findAnswers, findAnswerTime, findRecord, markNames, putAnswer, putRecord } from './statements.ts'
import type { VerifiedCount } from './verify.ts'

/** The result of merging two records. */
export interface MergedRecord {
  /** The merged record; undefined if the target needs no change. */
  readonly bytes?: Uint8Array
  /** A sentence for the report. */
  readonly word?: string
}

export interface TrawlDbMigration {
  readonly from: TrawlDbEndpoint
  readonly to: Sql
  /** Merges a record with the target's, if there is one. @throws Error with a sentence when one cannot be read. */
  readonly join: (name: string, given: Uint8Array, there: Uint8Array | undefined) => MergedRecord
  /** Records of sums, which must be merged only once. */
  readonly once: ReadonlySet<string>
  /** Selects the answers to migrate. */
  readonly isWanted: (key: string) => boolean
  /** Epoch milliseconds. */
  readonly now: number
  /** Called with the number of rows just done. @throws to stop between two rows. */
  readonly onDone: (more: number) => void
}

const keyBatchSize = 10_000

/** Migrates the records; returns sentences for the report. */
export async function migrateRecords({ from, to, join, once, onDone }: TrawlDbMigration): Promise<string[]> {
  const words: string[] = []
  for (const name of await from.recordNames()) {
    const given = await from.record(name)
    if (!given) continue
    await to.transaction(async () => {
      const already = await readMergedOnce(to)
      if (already.includes(name)) return
      const { bytes, word } = join(name, given, await recordIn(to, name))
      if (word !== undefined) words.push(word)
      if (bytes) await to.run(putRecord, { name, body: bytes })
      const body = new TextEncoder().encode(JSON.stringify([...already, name]))
      if (once.has(name)) await to.run(putRecord, { name: markNames.joined, body })
    })
    onDone(1)
  }
  return words
}

/** Checks for each record whether its content is in the target. */
export async function verifyRecords({ from, to, join, onDone }: TrawlDbMigration): Promise<VerifiedCount> {
  const already = await readMergedOnce(to)
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
  return (await sql.first(findRecord, { name }))?.body
}

async function readMergedOnce(to: Sql): Promise<readonly string[]> {
  const body = await recordIn(to, markNames.joined)
  const names: unknown = body ? JSON.parse(new TextDecoder().decode(body)) : []
  return Array.isArray(names) ? names.map(String) : []
}

/** Migrates the selected answers that have not expired; newer ones in the target stay. */
export async function migrateAnswers({ from, to, onDone, ...which }: TrawlDbMigration): Promise<void> {
  for await (const { key } of answersOf(from.sql, which)) {
    const answer = await from.sql?.first(findAnswer, { key })
    if (answer) await to.transaction(() => to.run(putAnswer, answer))
    onDone(1)
  }
}

/** Checks for each answer whether it or a newer one is in the target. */
export async function verifyAnswers({ from, to, onDone, ...which }: TrawlDbMigration): Promise<VerifiedCount> {
  let [of, found] = [0, 0]
  for await (const { key, at } of answersOf(from.sql, which)) {
    of += 1
    if (((await to.first(findAnswerTime, { key }))?.at ?? 0) >= at) found += 1
    onDone(1)
  }
  return { of, found }
}

/** Yields the selected answers that have not expired. */
export async function* answersOf(sql: Sql | undefined, { isWanted, now }: Pick<TrawlDbMigration, 'isWanted' | 'now'>) {
  for (let after = ''; sql; ) {
    const rows = await sql.all(findAnswers, { after, now, most: keyBatchSize })
    const last = rows.at(-1)
    if (!last) return
    yield* rows.filter(({ key }) => isWanted(key))
    after = last.key
  }
}
