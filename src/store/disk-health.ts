// How the disk is: what is wrong now, what was set aside, and the lines in the log about it, one when it begins and one when it is over.
import type { Logger } from '../log.ts'
import type { Fault } from './database-fault.ts'
import type { Reply } from './disk-messages.ts'

export interface Health {
  heard(reply: Reply): void
  /** Something is wrong that the thread itself cannot say. */
  failed(fault: Fault): void
  isWell(): boolean
  /** Whether another Trawl has the folder. */
  isTaken(): boolean
  /** What is wrong, without its full stop. */
  words(): string | undefined
  /** From now on hears that the folder, which another Trawl had, is ours. */
  onTakenOver(hear: () => void): void
  notices(): readonly string[]
  /** Bytes of the database and its log, as last heard. */
  bytes(): number
}

const mostNotices = 5

/** Starts well. */
export function createHealth(log: Pick<Logger, 'warn' | 'info' | 'error'>): Health {
  let notices: readonly string[] = []
  let fault: Fault | undefined
  const hearers: (() => void)[] = []
  let wasTaken = false
  let bytes = 0

  function become(next: Fault | undefined): void {
    if (next && next.kind !== fault?.kind) log.warn(`${next.words}; until then what is new is kept in memory only`)
    if (!next && fault) log.info('DATA_DIR keeps what is new again')
    fault = next
    if (next) wasTaken ||= next.kind === 'taken'
    else if (wasTaken) {
      wasTaken = false
      for (const hear of hearers) hear()
    }
  }

  return {
    heard(reply) {
      bytes = reply.bytes
      if (reply.setAside !== undefined) {
        const notice = `trawl.db in DATA_DIR was corrupt; it was set aside as ${reply.setAside} and a new one begun`
        notices = [...notices, notice].slice(-mostNotices)
        log.error(notice)
      }
      if (reply.damaged > 0) log.warn(`${reply.damaged} answers in DATA_DIR are damaged; they are as good as not there`)
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
