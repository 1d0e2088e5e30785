// Revoked login tokens, stored until they expire, across restarts.
import { z } from 'zod'
import { createSharedRecord, type SharedRecords } from '../../async/shared-record.ts'

/** A token: its id, and its expiry in seconds since 1970. */
interface TokenRef {
  readonly id: string
  readonly until: number
}

export type RevokedTokens = ReturnType<typeof createRevokedTokens>

const revokedTokensRecord = 'logged-out.json'
const maxTokens = 10_000

const saved = z.object({ upTo: z.number(), ids: z.array(z.tuple([z.string(), z.number()])) })
type Saved = z.infer<typeof saved>

function readSaved(bytes: Uint8Array): Saved {
  return saved.parse(JSON.parse(new TextDecoder().decode(bytes)))
}

/** Creates a table that is written to `records` on every change. `epochMs` is in epoch milliseconds. */
export function createRevokedTokens(records: SharedRecords, epochMs: () => number) {
  const table = createTokenTable(epochMs)
  const record = createSharedRecord<Saved | undefined>({
    name: revokedTokensRecord,
    records,
    read: () => records.read(revokedTokensRecord, readSaved),
    serialize: (content) => JSON.stringify(content),
    apply: table.merge,
  })
  let next: Promise<boolean> | undefined
  let isUnsaved = false

  async function write(): Promise<boolean> {
    const isWritten = await record.update(() => {
      next = undefined
      return { next: table.content(), result: true }
    })
    isUnsaved = isWritten === undefined
    return !isUnsaved
  }

  return {
    has: table.has,
    /** Revokes a token. Resolves to whether that is stored. */
    add(token: TokenRef): Promise<boolean> {
      table.add(token)
      // Tokens added before the next write begins are part of it.
      next ??= write()
      return next
    },
    /** Merges the stored version, and retries a write that failed. Rejects if the version cannot be read. */
    async load(): Promise<void> {
      await record.load()
      if (isUnsaved) await write()
    },
  }
}

/** The bounded table of tokens; two tables merge to their union. */
function createTokenTable(epochMs: () => number) {
  const ids = new Map<string, number>()
  /** All tokens that expire no later count as revoked. So the entries that expire first may be dropped without becoming valid again. */
  let upTo = 0

  function shrink(): void {
    const seconds = epochMs() / 1_000
    for (const [id, until] of ids) {
      if (until > seconds) continue
      ids.delete(id)
      // The clock may be set back: they stay revoked.
      upTo = Math.max(upTo, until)
    }
    if (ids.size <= maxTokens) return
    const byEnd = [...ids].toSorted(([, a], [, b]) => a - b)
    for (const [id, until] of byEnd.slice(0, ids.size - maxTokens)) {
      ids.delete(id)
      upTo = Math.max(upTo, until)
    }
  }

  return {
    has: ({ id, until }: TokenRef) => until <= upTo || ids.has(id),
    add: ({ id, until }: TokenRef) => void ids.set(id, until),
    merge(stored: Saved | undefined): void {
      if (!stored) return
      upTo = Math.max(upTo, stored.upTo)
      for (const [id, until] of stored.ids) ids.set(id, until)
      shrink()
    },
    content(): Saved {
      shrink()
      return { upTo, ids: [...ids] }
    },
  }
}

/**
 * Loads the stored table, and follows writes by other processes.
 * @throws (rejects) what `records` throws if there is one that cannot be read.
 */
export async function openRevokedTokens(records: SharedRecords, epochMs: () => number): Promise<RevokedTokens> {
  const revokedTokens = createRevokedTokens(records, epochMs)
  await revokedTokens.load()
  // The store logs read errors.
  records.onChangedElsewhere(revokedTokensRecord, () => void revokedTokens.load().catch(() => undefined))
  return revokedTokens
}
