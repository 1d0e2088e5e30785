// Tracks the health of a database and logs each change once.
import type { Logger } from '../../observability/log.ts'
import type { Fault } from '../sqlite/fault.ts'

/** The fields of a reply about health. */
export interface HealthReport {
  /** The fault since the last success. */
  readonly fault?: Fault | undefined
  /** The new name of a corrupt database. */
  readonly setAside?: string | undefined
  /** Bytes of the database and its log. */
  readonly bytes: number
  /** Number of damaged answers among those read. */
  readonly damaged?: number
}

/** How messages name a storage. */
export interface StorageNames {
  /** The file in DATA_DIR. */
  readonly file: string
  readonly place: string
  /** The message when it does not answer, without full stop. */
  readonly silent: string
  /** The place of new data during a fault, if it is not in memory only. */
  readonly meanwhile?: string | undefined
}

const maxNotices = 5

export function createDatabaseHealth(log: Pick<Logger, 'warn' | 'info' | 'error'>, names: StorageNames) {
  const { file, place, meanwhile = 'is kept in memory only' } = names
  let notices: readonly string[] = []
  let fault: Fault | undefined
  const listeners: (() => void)[] = []
  let wasLocked = false
  let bytes = 0

  function setFault(next: Fault | undefined): void {
    if (next && next.kind !== fault?.kind) log.warn(`${next.words}; until it recovers, new data ${meanwhile}`)
    if (!next && fault) log.info(`${place} stores new data again`)
    fault = next
    if (next) wasLocked ||= next.kind === 'taken'
    else if (wasLocked) {
      wasLocked = false
      for (const listener of listeners) listener()
    }
  }

  return {
    onReply({ setAside, damaged = 0, ...reply }: HealthReport): void {
      bytes = reply.bytes
      if (setAside !== undefined) {
        const notice = `${file} in DATA_DIR was corrupt; it was renamed to ${setAside} and a new one was created`
        notices = [...notices, notice].slice(-maxNotices)
        log.error(notice)
      }
      if (damaged > 0) log.warn(`${damaged} answers in DATA_DIR are damaged; treating them as missing`)
      setFault(reply.fault)
    },
    /** Records a fault that the thread cannot report itself. */
    failed: setFault,
    isWell: () => fault === undefined,
    /** Registers a listener for the moment when this process gets the lock that another process held. */
    onLockAcquired: (listener: () => void) => void listeners.push(listener),
    /** Whether another process holds the lock of the folder. */
    isLockedByOther: () => fault?.kind === 'taken',
    /** A sentence about the current fault, without full stop. */
    faultMessage: () => fault?.words,
    notices: () => notices,
    /** Bytes of the database and its log in the last reply. */
    bytes: () => bytes,
  }
}
