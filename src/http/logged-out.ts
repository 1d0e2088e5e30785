// Revoked login tokens, stored until they expire, across restarts.
import { z } from 'zod'

/** A token: its id, and its expiry in seconds since 1970. */
interface Mark {
  readonly id: string
  readonly until: number
}

export interface LoggedOut {
  /** Was this token revoked? */
  has(mark: Mark): boolean
  /** Revokes a token. Resolves to whether that is stored. */
  add(mark: Mark): Promise<boolean>
}

/** Storage for small records that survive restarts. */
export interface LoginRecords {
  /** The stored value as parsed by `read`; undefined if there is none. Rejects if it cannot be read. */
  readSurely<Value>(name: string, read: (bytes: Uint8Array) => Value): Promise<Value | undefined>
  /** Resolves to the result; `changed`: another process has written a version not read here yet, and nothing was written. */
  write(name: string, bytes: Uint8Array): Promise<'written' | 'changed' | 'unwritten'>
  /** Adds a listener for writes under this name by other processes; it may also be called without one. */
  onChangedElsewhere(name: string, hear: () => void): void
}

/** Name of the record. */
export const logoutsName = 'logged-out.json'
const most = 10_000

const saved = z.object({ upTo: z.number(), ids: z.array(z.tuple([z.string(), z.number()])) })
type Saved = z.infer<typeof saved>

function readSaved(bytes: Uint8Array): Saved {
  return saved.parse(JSON.parse(new TextDecoder().decode(bytes)))
}

/** Maximum attempts to write when other replicas write at the same time. */
const mostTries = 50

/** Creates a table that is written to `shelf` on every change, by a single writer. `epochMs` is in epoch milliseconds. */
export function createLoggedOut(shelf: Pick<LoginRecords, 'write'>, epochMs: () => number): LoggedOut {
  return createTable(shelf, epochMs, async () => undefined).loggedOut
}

/** Creates a table and a function that merges the stored version, as `saved` returns it. */
function createTable(
  shelf: Pick<LoginRecords, 'write'>,
  epochMs: () => number,
  saved: () => Promise<Saved | undefined>,
) {
  const marks = createMarks(epochMs)
  let latest: Promise<unknown> = Promise.resolve()
  let next: Promise<boolean> | undefined
  let isUnwritten = false

  async function join(): Promise<void> {
    const found = await saved()
    if (found) marks.join(found)
  }

  async function write(): Promise<boolean> {
    isUnwritten = true
    for (let tries = 0; tries < mostTries && isUnwritten; tries += 1) {
      const written = await shelf.write(logoutsName, new TextEncoder().encode(JSON.stringify(marks.content())))
      if (written === 'unwritten') break
      isUnwritten = written === 'changed'
      if (isUnwritten) await join()
    }
    return !isUnwritten
  }

  /** Merges the stored version, and retries a write that failed. */
  async function takeUp(): Promise<void> {
    await join()
    if (isUnwritten) await write()
  }

  /** Runs writes one at a time; an older table would overwrite a newer one. */
  function inTurn<T>(act: () => Promise<T>): Promise<T> {
    const done = latest.then(act)
    latest = done.catch(() => undefined)
    return done
  }

  const loggedOut: LoggedOut = {
    has: marks.has,
    add(mark) {
      marks.add(mark)
      // Tokens added before the next write begins are part of it.
      next ??= inTurn(() => {
        next = undefined
        return write()
      })
      return next
    },
  }
  return { loggedOut, takeUp: () => inTurn(takeUp) }
}

/** The bounded table of tokens; two tables merge to their union. */
function createMarks(epochMs: () => number) {
  const ids = new Map<string, number>()
  /** All tokens that expire no later count as revoked. So the entries that expire first may be dropped without becoming valid again. */
  let upTo = 0

  function shrink(): void {
    const seconds = epochMs() / 1_000
    for (const [id, until] of ids) if (until <= seconds) ids.delete(id)
    if (ids.size <= most) return
    const byEnd = [...ids].toSorted(([, a], [, b]) => a - b)
    for (const [id, until] of byEnd.slice(0, ids.size - most)) {
      ids.delete(id)
      upTo = Math.max(upTo, until)
    }
  }

  return {
    has: ({ id, until }: Mark) => until <= upTo || ids.has(id),
    add: ({ id, until }: Mark) => void ids.set(id, until),
    join(found: Saved): void {
      upTo = Math.max(upTo, found.upTo)
      for (const [id, until] of found.ids) ids.set(id, until)
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
export async function openLoggedOut(records: LoginRecords, epochMs: () => number): Promise<LoggedOut> {
  const { loggedOut, takeUp } = createTable(records, epochMs, () => records.readSurely(logoutsName, readSaved))
  await takeUp()
  // The store logs read errors.
  records.onChangedElsewhere(logoutsName, () => void takeUp().catch(() => undefined))
  return loggedOut
}
