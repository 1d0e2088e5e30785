// Tracks the health of a database and logs each change once.
import type { Logger } from '../log.ts'
import type { Fault } from './database-fault.ts'
import type { Reply } from './disk-messages.ts'

/** The fields of a reply about health. */
export type ToldOfHealth = Pick<Reply, 'bytes' | 'setAside' | 'fault'> & Partial<Pick<Reply, 'damaged'>>

export interface Health {
  heard(told: ToldOfHealth): void
  /** Records a fault that the thread cannot report itself. */
  failed(fault: Fault): void
  isWell(): boolean
  /** Whether another process holds the lock of the folder. */
  isTaken(): boolean
  /** A sentence about the current fault, without full stop. */
  words(): string | undefined
  /** Registers a listener for the moment when this process gets the lock that another process held. */
  onTakenOver(hear: () => void): void
  notices(): readonly string[]
  /** Bytes of the database and its log in the last reply. */
  bytes(): number
}

const mostNotices = 5

/** Creates a healthy state. `name` is the file in DATA_DIR, `whole` the storage named in logs, `meanwhile` what happens to new data during a fault. */
export function createHealth(
  log: Pick<Logger, 'warn' | 'info' | 'error'>,
  name = 'trawl.db',
  whole = 'DATA_DIR',
  meanwhile = 'is kept in memory only',
): Health {
  let notices: readonly string[] = []
  let fault: Fault | undefined
  const hearers: (() => void)[] = []
  let wasTaken = false
  let bytes = 0

  function become(next: Fault | undefined): void {
    if (next && next.kind !== fault?.kind) log.warn(`${next.words}; until it recovers, new data ${meanwhile}`)
    if (!next && fault) log.info(`${whole} stores new data again`)
    fault = next
    if (next) wasTaken ||= next.kind === 'taken'
    else if (wasTaken) {
      wasTaken = false
      for (const hear of hearers) hear()
    }
  }

  return {
    heard({ setAside, damaged = 0, ...reply }) {
      bytes = reply.bytes
      if (setAside !== undefined) {
        const notice = `${name} in DATA_DIR was corrupt; it was renamed to ${setAside} and a new one was created`
        notices = [...notices, notice].slice(-mostNotices)
        log.error(notice)
      }
      if (damaged > 0) log.warn(`${damaged} answers in DATA_DIR are damaged; treating them as missing`)
      become(reply.fault)
    },
    failed: become,
    isWell: () => fault === undefined,
    onTakenOver: (hear) => void hearers.push(hear),
    isTaken: () => fault?.kind === 'taken',
    words: () => fault?.words,
    notices: () => notices,
    bytes: () => bytes,
  }
}
