// Revoked login tokens, stored until they expire, across restarts.
import { z } from 'zod'

/** A token: its id, and its expiry in seconds since 1970. */
interface TokenRef {
  readonly id: string
  readonly until: number
}

export interface RevokedTokens {
  /** Was this token revoked? */
  has(token: TokenRef): boolean
  /** Revokes a token. Resolves to whether that is stored. */
  add(token: TokenRef): Promise<boolean>
}

/** Storage for small records that survive restarts. */
export interface LoginRecords {
  /** The stored value as parsed by `read`; undefined if there is none. Rejects if it cannot be read. */
  readWithFallback<Value>(name: string, read: (bytes: Uint8Array) => Value): Promise<Value | undefined>
  /** Resolves to the result; `changed`: another process has written a version not read here yet, and nothing was written. */
  write(name: string, bytes: Uint8Array): Promise<'written' | 'changed' | 'unwritten'>
  /** Adds a listener for writes under this name by other processes; it may also be called without one. */
  onChangedElsewhere(name: string, listener: () => void): void
}

/** Name of the record. */
export const revokedTokensRecord = 'logged-out.json'
const maxTokens = 10_000

const saved = z.object({ upTo: z.number(), ids: z.array(z.tuple([z.string(), z.number()])) })
type Saved = z.infer<typeof saved>

function readSaved(bytes: Uint8Array): Saved {
  return saved.parse(JSON.parse(new TextDecoder().decode(bytes)))
}

/** Maximum attempts to write when other replicas write at the same time. */
const maxAttempts = 50

/** Creates a table that is written to `storage` on every change, by a single writer. `epochMs` is in epoch milliseconds. */
export function createRevokedTokens(storage: Pick<LoginRecords, 'write'>, epochMs: () => number): RevokedTokens {
  return createTable(storage, epochMs, async () => undefined).loggedOut
}

/** Creates a table and a function that merges the stored version, as `saved` returns it. */
function createTable(
  storage: Pick<LoginRecords, 'write'>,
  epochMs: () => number,
  saved: () => Promise<Saved | undefined>,
) {
  const table = createTokenTable(epochMs)
  let latest: Promise<unknown> = Promise.resolve()
  let next: Promise<boolean> | undefined
  let isUnsaved = false

  async function merge(): Promise<void> {
    const stored = await saved()
    if (stored) table.merge(stored)
  }

  async function write(): Promise<boolean> {
    isUnsaved = true
    for (let attempt = 0; attempt < maxAttempts && isUnsaved; attempt += 1) {
      const written = await storage.write(
        revokedTokensRecord,
        new TextEncoder().encode(JSON.stringify(table.content())),
      )
      if (written === 'unwritten') break
      isUnsaved = written === 'changed'
      if (isUnsaved) await merge()
    }
    return !isUnsaved
  }

  /** Merges the stored version, and retries a write that failed. */
  async function load(): Promise<void> {
    await merge()
    if (isUnsaved) await write()
  }

  /** Runs writes one at a time; an older table would overwrite a newer one. */
  function runSerially<T>(task: () => Promise<T>): Promise<T> {
    const done = latest.then(task)
    latest = done.catch(() => undefined)
    return done
  }

  const revokedTokens: RevokedTokens = {
    has: table.has,
    add(token) {
      table.add(token)
      // Tokens added before the next write begins are part of it.
      next ??= runSerially(() => {
        next = undefined
        return write()
      })
      return next
    },
  }
  return { loggedOut: revokedTokens, load: () => runSerially(load) }
}

/** The bounded table of tokens; two tables merge to their union. */
function createTokenTable(epochMs: () => number) {
  const ids = new Map<string, number>()
  /** All tokens that expire no later count as revoked. So the entries that expire first may be dropped without becoming valid again. */
  let upTo = 0

  function shrink(): void {
    const seconds = epochMs() / 1_000
    for (const [id, until] of ids) if (until <= seconds) ids.delete(id)
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
    merge(stored: Saved): void {
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
export async function openRevokedTokens(records: LoginRecords, epochMs: () => number): Promise<RevokedTokens> {
  const { loggedOut: revokedTokens, load } = createTable(records, epochMs, () =>
    records.readWithFallback(revokedTokensRecord, readSaved),
  )
  await load()
  // The store logs read errors.
  records.onChangedElsewhere(revokedTokensRecord, () => void load().catch(() => undefined))
  return revokedTokens
}
