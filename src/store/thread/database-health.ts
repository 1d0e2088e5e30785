// Tracks the health of a database and logs each change once.
import type { Logger } from '../../observability/log.ts'
import type { Fault } from '../sqlite/fault.ts'
import type { TrawlDbResponse } from '../trawl-db/messages.ts'

/** The fields of a reply about health. */
export type HealthReport = Pick<TrawlDbResponse, 'bytes' | 'setAside' | 'fault'> &
  Partial<Pick<TrawlDbResponse, 'damaged'>>

export interface DatabaseHealth {
  onReply(told: HealthReport): void
  /** Records a fault that the thread cannot report itself. */
  failed(fault: Fault): void
  isWell(): boolean
  /** Whether another process holds the lock of the folder. */
  isLockedByOther(): boolean
  /** A sentence about the current fault, without full stop. */
  faultMessage(): string | undefined
  /** Registers a listener for the moment when this process gets the lock that another process held. */
  onLockAcquired(listener: () => void): void
  notices(): readonly string[]
  /** Bytes of the database and its log in the last reply. */
  bytes(): number
}

const maxNotices = 5

/** Creates a healthy state. `name` is the file in DATA_DIR, `storageName` the storage named in logs, `meanwhile` what happens to new data during a fault. */
export function createDatabaseHealth(
  log: Pick<Logger, 'warn' | 'info' | 'error'>,
  name = 'trawl.db',
  storageName = 'DATA_DIR',
  meanwhile = 'is kept in memory only',
): DatabaseHealth {
  let notices: readonly string[] = []
  let fault: Fault | undefined
  const listeners: (() => void)[] = []
  let wasLocked = false
  let bytes = 0

  function setFault(next: Fault | undefined): void {
    if (next && next.kind !== fault?.kind) log.warn(`${next.words}; until it recovers, new data ${meanwhile}`)
    if (!next && fault) log.info(`${storageName} stores new data again`)
    fault = next
    if (next) wasLocked ||= next.kind === 'taken'
    else if (wasLocked) {
      wasLocked = false
      for (const listener of listeners) listener()
    }
  }

  return {
    onReply({ setAside, damaged = 0, ...reply }) {
      bytes = reply.bytes
      if (setAside !== undefined) {
        const notice = `${name} in DATA_DIR was corrupt; it was renamed to ${setAside} and a new one was created`
        notices = [...notices, notice].slice(-maxNotices)
        log.error(notice)
      }
      if (damaged > 0) log.warn(`${damaged} answers in DATA_DIR are damaged; treating them as missing`)
      setFault(reply.fault)
    },
    failed: setFault,
    isWell: () => fault === undefined,
    onLockAcquired: (listener) => void listeners.push(listener),
    isLockedByOther: () => fault?.kind === 'taken',
    faultMessage: () => fault?.words,
    notices: () => notices,
    bytes: () => bytes,
  }
}
