// The table of cached answers: reads, and writes within the size limit.
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { toJsonList } from '../sql/json-lists.ts'
import { type Sql, storableText } from '../sql/sql.ts'
import { among, statement } from '../sql/sql-tag.ts'
import { type AnswerRetention, removeAnswer } from './retention.ts'

/** Bytes that fill their buffer, so that the buffer can be transferred to the other thread. */
type Bytes = Uint8Array<ArrayBuffer>

export interface AnswerToWrite {
  readonly key: string
  readonly at: number
  readonly until: number
  /** Absent to remove the answer. */
  readonly json?: Bytes
}

export interface AnswerRead {
  readonly at: number
  readonly until: number
  readonly json: Bytes
}

export type AnswerTables = ReturnType<typeof createAnswerTables>

interface AnswerRow {
  readonly key: string
  readonly at: number
  readonly until: number
  readonly used: number
  readonly body: Uint8Array
}

const findAnswers = statement<AnswerRow, { keys: string; now: number }>`
  select key, at, until, used, body from answers where ${among('key', 'keys')} and until >= ${'now'}`

/** Another replica may have written a newer answer. One dated in the future was written while a clock was wrong. */
const putAnswer = statement<never, Omit<AnswerRow, 'used'> & { now: number; bytes: number }>`
  insert into answers (key, at, until, used, bytes, body)
  values (${'key'}, ${'at'}, ${'until'}, ${'now'}, ${'bytes'}, ${'body'})
  on conflict (key) do update set at = excluded.at, until = excluded.until, used = excluded.used,
    bytes = excluded.bytes, body = excluded.body
  where answers.at <= excluded.at or answers.at > ${'now'}`

export function createAnswerTables(sql: Sql, retention: AnswerRetention, reading = sql) {
  return {
    /** Deletes some expired or excess answers; whether there are more. */
    tidyAnswers: (now: number): Promise<boolean> => sql.transaction(() => retention.tidy(now)),
    /** Returns the answers valid at `now`, and the number of damaged ones. Rejects with database errors, as all methods. */
    async readAnswers(keys: readonly string[], now: number) {
      const rows = keys.length > 0 ? await reading.all(findAnswers, { keys: toJsonList(keys), now }) : []
      const found = new Map<string, AnswerRead>()
      for (const { key, at, until, used, body } of rows) {
        retention.touch(key, used, now)
        const json = unpack(body)
        if (json) found.set(key, { at, until, json })
      }
      return { answers: keys.map((key) => found.get(storableText(key))), damaged: rows.length - found.size }
    },
    /** Writes answers atomically after making space. Skips an answer that is older than the stored one. */
    async writeAnswers(answers: readonly AnswerToWrite[], now: number): Promise<void> {
      // Compressed before the transaction, to hold the lock only while writing.
      const packed = answers.map((answer) => ({
        ...answer,
        key: storableText(answer.key),
        body: answer.json && zstdCompressSync(answer.json, compressed),
      }))
      const bodies = packed.flatMap(({ body }) => body?.length ?? [])
      await sql.transaction(async () => {
        await retention.makeSpace(bodies, now)
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
