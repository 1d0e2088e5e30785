// Tracks the fault of a database, logs each change once, and tells listeners when it is replaced or recovers.
import type { Logger } from '../observability/log.ts'
import type { Fault } from './sqlite/fault.ts'
import type { DatabaseOptions } from './tables.ts'

const maxNotices = 5

export type DatabaseHealth = ReturnType<typeof createDatabaseHealth>

export function createDatabaseHealth({ name, at }: DatabaseOptions, log: Pick<Logger, 'warn' | 'info' | 'error'>) {
  const place = name === 'trawl.db' ? 'DATA_DIR' : name
  const silent =
    'url' in at ? 'PostgreSQL does not answer: check DATABASE_URL' : `${place} does not answer: check its disk`
  let fault: Fault | undefined
  let notices: readonly string[] = []
  let wasLocked = false
  const recovered = new Set<() => void>()
  const acquired = new Set<() => void>()
  const replaced = new Set<() => void>()
  const notify = (listeners: ReadonlySet<() => void>) => {
    for (const listener of listeners) listener()
  }

  return {
    /** Its name in messages. */
    place,
    /** The message when it does not answer, without full stop. */
    silent,
    set(next: Fault | undefined): void {
      const before = fault
      fault = next
      if (next && next.kind !== before?.kind)
        log.warn(`${next.words}; until it recovers, new data is kept in memory only`)
      if (next) wasLocked ||= next.kind === 'taken'
      if (next || !before) return
      log.info(`${place} stores new data again`)
      notify(recovered)
      if (wasLocked) notify(acquired)
      wasLocked = false
    },
    /** Reports that a corrupt file was renamed, or that the file is another one. */
    onReplaced(setAside: string | undefined): void {
      if (setAside !== undefined) {
        const notice = `${name} in DATA_DIR was corrupt; it was renamed to ${setAside} and a new one was created`
        notices = [...notices, notice].slice(-maxNotices)
        log.error(notice)
      }
      notify(replaced)
    },
    isWell: () => fault === undefined,
    isNewer: () => fault?.kind === 'newer',
    /** Whether another process holds the lock of the folder; until it ends this one only reads. */
    isLockedByOther: () => fault?.kind === 'taken',
    /** A sentence about the current fault, without full stop. */
    words: () => fault?.words,
    /** Warnings that remain after recovery, such as a quarantined file. */
    notices: () => notices,
    /** Listeners for the end of a fault, for the moment when the lock of another process is ours, and for a new empty database. */
    recovered,
    acquired,
    replaced,
  }
}
