// The table of cached answers: reads, writes within the size limit, and retention. Expired answers are deleted first, then those that were written first.
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { among, type MigrationStep, type Sql, statement, storableText, toJsonList } from '../sql/sql.ts'

/** Bytes that fill their buffer, so that the buffer can be transferred to the other thread. */
type Bytes = Uint8Array<ArrayBuffer>

export interface AnswerToWrite {
  readonly key: string
  readonly at: number
  readonly until: number
  /** Absent to remove the answer. */
  readonly json?: Bytes
}

export interface StoredAnswer {
  /** When the answer was received, in epoch milliseconds. */
  readonly at: number
  /** When the answer expires, in epoch milliseconds. */
  readonly until: number
  readonly json: Uint8Array
}

interface AnswerRow {
  readonly key: string
  readonly at: number
  readonly until: number
  readonly body: Uint8Array
}

const findAnswers = statement<AnswerRow, { keys: string; now: number }>`
  select key, at, until, body from answers where ${among('key', 'keys')} and until >= ${'now'}`

/** One dated in the future was written while a clock was wrong. */
const putAnswer = statement<never, AnswerRow & { now: number; bytes: number }>`
  insert into answers (key, at, until, used, bytes, body)
  values (${'key'}, ${'at'}, ${'until'}, ${'now'}, ${'bytes'}, ${'body'})
  on conflict (key) do update set at = excluded.at, until = excluded.until, used = excluded.used,
    bytes = excluded.bytes, body = excluded.body
  where answers.at <= excluded.at or answers.at > ${'now'}`

const removeAnswer = statement<never, { key: string }>`delete from answers where key = ${'key'}`

const lowerUses = statement<never, { now: number }>`update answers set used = ${'now'} where used > ${'now'}`

const expire = statement<never, { now: number; most: number }>`
  delete from answers where key in (select key from answers where until < ${'now'} order by until limit ${'most'})`

const firstWritten = statement<{ key: string; bytes: number }, { most: number }>`
  select key, bytes from answers order by used limit ${'most'}`

const countBytes = statement<{ bytes: number }, { perRow: number; large: number; perLarge: number }>`
  select cast(coalesce(sum(bytes + ${'perRow'} + case when bytes > ${'large'} then ${'perLarge'} else 0 end), 0) as bigint) as bytes
  from answers`

const maxDeletedAtOnce = 500

/** Bytes of a row without its body, with key and index entries. */
const rowBytes = 300
const maxSmallBytes = 1_000

export function createAnswerReads(sql: Sql) {
  return {
    /** Returns the answers valid at `now`, and the number of damaged ones. Rejects with database errors, as all functions. */
    async readAnswers(keys: readonly string[], now: number) {
      const rows = keys.length > 0 ? await sql.all(findAnswers, { keys: toJsonList(keys), now }) : []
      const found = new Map<string, StoredAnswer>()
      for (const { key, at, until, body } of rows) {
        const json = unpack(body)
        if (json) found.set(key, { at, until, json })
      }
      return { answers: keys.map((key) => found.get(storableText(key))), damaged: rows.length - found.size }
    },
  }
}

interface Limits {
  readonly answersBytes: number
  readonly largeAnswerBytes: number
}

export async function createAnswerWrites(sql: Sql, { answersBytes: maxBytes, largeAnswerBytes }: Limits) {
  const estimates = { perRow: rowBytes, large: maxSmallBytes, perLarge: largeAnswerBytes }
  const count = async () => (await sql.first(countBytes, estimates))?.bytes ?? 0
  /** An upper bound of the bytes of all answers: what was overwritten is subtracted at the next count. */
  let bytes = await count()
  const bytesOf = (body: number) => body + rowBytes + (body > maxSmallBytes ? largeAnswerBytes : 0)

  /** Deletes answers until these bytes are free. Call inside a transaction. */
  async function makeSpace(needed: number, now: number): Promise<void> {
    const most = maxBytes - needed
    if (bytes > most) bytes = await count()
    if (bytes <= most) return
    await sql.run(expire, { now, most: maxDeletedAtOnce })
    bytes = await count()
    if (bytes <= most) return
    // One that was written while the clock was ahead would never be the first.
    await sql.run(lowerUses, { now })
    // Evict slightly more than necessary, so that not every write has to evict.
    const target = most - maxBytes / 50
    for (const { key, bytes: body } of await sql.all(firstWritten, { most: maxDeletedAtOnce })) {
      if (bytes <= target) return
      await sql.run(removeAnswer, { key })
      bytes -= bytesOf(body)
    }
  }

  return {
    /** About the bytes of all answers. */
    bytes: () => bytes,
    /** Deletes some expired or excess answers; whether there are more. */
    tidyAnswers: (now: number): Promise<boolean> =>
      sql.transaction(async () => {
        const expired = await sql.run(expire, { now, most: maxDeletedAtOnce })
        bytes = await count()
        const before = bytes
        await makeSpace(0, now)
        // If nothing was freed, a repetition would free nothing either.
        return expired === maxDeletedAtOnce || (bytes > maxBytes && bytes < before)
      }),
    /** Writes answers atomically after making space. Skips an answer that is older than the stored one. */
    async writeAnswers(answers: readonly AnswerToWrite[], now: number): Promise<void> {
      // Compressed before the transaction, to hold the lock only while writing.
      const packed = answers.map((answer) => ({
        ...answer,
        body: answer.json && zstdCompressSync(answer.json, compressed),
      }))
      const needed = packed.reduce((sum, { body }) => sum + (body ? bytesOf(body.length) : 0), 0)
      await sql.transaction(async () => {
        await makeSpace(needed, now)
        bytes += needed
        for (const { key, at, until, body } of packed) {
          if (body) await sql.run(putAnswer, { key, at, until, now, bytes: body.length, body })
          else await sql.run(removeAnswer, { key })
        }
      })
      for (const { body, json } of packed) {
        if (body) freeBuffer(body)
        json?.buffer.transfer(0)
      }
    },
  }
}

const compressed = { params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 } }

/** Frees memory at once, because garbage collection of a mostly idle thread is late. Small buffers share a pool and are left alone. */
function freeBuffer({ buffer }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength > Buffer.poolSize) buffer.transfer(0)
}

/** Decompresses a body; undefined if its checksum does not match. */
function unpack(body: Uint8Array): Bytes | undefined {
  try {
    return new Uint8Array(zstdDecompressSync(body))
  } catch {
    return undefined
  }
}

/** The schema of answers and records as migration steps, which never change once released. */
export const answerMigrations: readonly MigrationStep[] = [
  {
    sqlite: tablesOf('integer', 'blob', ' strict'),
    postgres: tablesOf('bigint', 'bytea', ''),
  },
  // Every write changes the revision, so that other writers and readers notice it.
  {
    sqlite: 'alter table records add column revision integer not null default 1;',
    postgres: 'alter table records add column revision bigint not null default 1;',
  },
  // The size of all answers is read from the index alone.
  { sqlite: usedIndex(), postgres: usedIndex() },
  // PostgreSQL has no answers any more: replicas share them in Redis, and each has its own in its folder.
  { sqlite: '', postgres: 'delete from answers;' },
]

function usedIndex(): string {
  return 'drop index answers_by_used; create index answers_by_used on answers (used, bytes);'
}

/** `body` is the last column: reading the others does not read its pages. */
function tablesOf(integer: string, bytes: string, options: string): string {
  return `create table answers (
     key text primary key, at ${integer} not null, until ${integer} not null, used ${integer} not null,
     bytes ${integer} not null, body ${bytes} not null
   )${options};
   create index answers_by_until on answers (until);
   create index answers_by_used on answers (used);
   create table records (name text primary key, body ${bytes} not null)${options};`
}
