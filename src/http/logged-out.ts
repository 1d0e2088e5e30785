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
  /** Resolves to whether it is written down. */
  write(name: string, bytes: Uint8Array): Promise<boolean>
  /** From now on `hear` is called when another process, which wrote until then, has ended. */
  onTakenOver(hear: () => void): void
}

const recordName = 'logged-out.json'
const most = 10_000

const saved = z.object({ upTo: z.number(), ids: z.array(z.tuple([z.string(), z.number()])) })
type Saved = z.infer<typeof saved>

function readSaved(bytes: Uint8Array): Saved {
  return saved.parse(JSON.parse(new TextDecoder().decode(bytes)))
}

/** Makes a table that is written to `shelf` at every change. `time` is in epoch milliseconds. */
export function createLoggedOut(shelf: Pick<LoginRecords, 'write'>, time: () => number) {
  const ids = new Map<string, number>()
  /** Every token that expires no later has ended. So the table may let go of what expires first, and nothing comes alive again. */
  let upTo = 0
  let latest: Promise<unknown> = Promise.resolve()
  let next: Promise<boolean> | undefined

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

  function take(found: Saved): void {
    upTo = Math.max(upTo, found.upTo)
    for (const [id, until] of found.ids) ids.set(id, until)
    shrink()
  }

  function write(): Promise<boolean> {
    shrink()
    const content: Saved = { upTo, ids: [...ids] }
    return shelf.write(recordName, new TextEncoder().encode(JSON.stringify(content)))
  }

  const loggedOut: LoggedOut = {
    has: ({ id, until }) => until <= upTo || ids.has(id),
    add({ id, until }) {
      ids.set(id, until)
      // One write after the other, or an older list would go over a newer one; what comes before the next begins is in it.
      next ??= latest.then(() => {
        next = undefined
        return write()
      })
      latest = next.catch(() => undefined)
      return next
    },
  }
  return { loggedOut, take }
}

/**
 * Takes up what an earlier process kept; one that was still running is followed by what it left when it ended.
 * @throws (rejects) what `records` throws when there is something that cannot be read.
 */
export async function openLoggedOut(records: LoginRecords, time: () => number): Promise<LoggedOut> {
  const { loggedOut, take } = createLoggedOut(records, time)
  const load = async () => {
    const found = await records.readSurely(recordName, readSaved)
    if (found) take(found)
  }
  await load()
  // A store that cannot be read says so itself.
  records.onTakenOver(() => void load().catch(() => undefined))
  return loggedOut
}
