// Tokens that were logged out before they expired, kept until they expire, over restarts too.
import { z } from 'zod'

/** What is asked of a token: its id, and when it expires, in seconds since 1970. */
interface Mark {
  readonly id: string
  readonly until: number
}

export interface LoggedOut {
  /** Was this token logged out? */
  has(mark: Mark): boolean
  /** From now on it is. Resolves to whether that is written down. */
  add(mark: Mark): Promise<boolean>
}

/** Where small things are kept over restarts. */
export interface LoginRecords {
  /** What `read` makes of what is kept; undefined when nothing is. Rejects when something is and cannot be read. */
  readSurely<Value>(name: string, read: (bytes: Uint8Array) => Value): Promise<Value | undefined>
  /** Resolves to whether it is written down; `changed` says that another process has written what was not read here yet, and nothing was done. */
  write(name: string, bytes: Uint8Array): Promise<'written' | 'changed' | 'unwritten'>
  /** From now on `hear` is called when another process has written under the name, or may have. */
  onChangedElsewhere(name: string, hear: () => void): void
}

/** The record that they are kept as. */
export const logoutsName = 'logged-out.json'
const most = 10_000

const saved = z.object({ upTo: z.number(), ids: z.array(z.tuple([z.string(), z.number()])) })
type Saved = z.infer<typeof saved>

function readSaved(bytes: Uint8Array): Saved {
  return saved.parse(JSON.parse(new TextDecoder().decode(bytes)))
}

/** So often it is tried to be quicker than other replicas. */
const mostTries = 50

/** Makes a table that is written to `shelf` at every change; nobody else writes there. `time` is in epoch milliseconds. */
export function createLoggedOut(shelf: Pick<LoginRecords, 'write'>, time: () => number): LoggedOut {
  return createTable(shelf, time, async () => undefined).loggedOut
}

/** A table, and a way to join to it what is written down: that is what `saved` gives. */
function createTable(shelf: Pick<LoginRecords, 'write'>, time: () => number, saved: () => Promise<Saved | undefined>) {
  const marks = createMarks(time)
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

  /** What could not be written down before is now, if it can be. */
  async function takeUp(): Promise<void> {
    await join()
    if (isUnwritten) await write()
  }

  /** One after the other, or an older list would go over a newer one. */
  function inTurn<T>(act: () => Promise<T>): Promise<T> {
    const done = latest.then(act)
    latest = done.catch(() => undefined)
    return done
  }

  const loggedOut: LoggedOut = {
    has: marks.has,
    add(mark) {
      marks.add(mark)
      // What comes before the next write begins is in it.
      next ??= inTurn(() => {
        next = undefined
        return write()
      })
      return next
    },
  }
  return { loggedOut, takeUp: () => inTurn(takeUp) }
}

/** The marks of tokens, bounded; of two tables of them the union is one again. */
function createMarks(time: () => number) {
  const ids = new Map<string, number>()
  /** Every token that expires no later has ended. So the table may let go of what expires first, and nothing comes alive again. */
  let upTo = 0

  function shrink(): void {
    const seconds = time() / 1_000
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
 * Takes up what an earlier process kept, and what others write from now on.
 * @throws (rejects) what `records` throws when there is something that cannot be read.
 */
export async function openLoggedOut(records: LoginRecords, time: () => number): Promise<LoggedOut> {
  const { loggedOut, takeUp } = createTable(records, time, () => records.readSurely(logoutsName, readSaved))
  await takeUp()
  // A store that cannot be read says so itself.
  records.onChangedElsewhere(logoutsName, () => void takeUp().catch(() => undefined))
  return loggedOut
}
