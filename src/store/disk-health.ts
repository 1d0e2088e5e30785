// How a database is: what is wrong now, what was set aside, and the lines in the log about it, one when it begins and one when it is over.
import type { Logger } from '../log.ts'
import type { Fault } from './database-fault.ts'
import type { Reply } from './disk-messages.ts'

/** What a reply says of the database. */
export type ToldOfHealth = Pick<Reply, 'bytes' | 'setAside' | 'fault'> & Partial<Pick<Reply, 'damaged'>>

export interface Health {
  heard(told: ToldOfHealth): void
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

/** Starts well. `name` is the file's in DATA_DIR, `whole` what the log says keeps what is new again, `meanwhile` what it says becomes of that until then. */
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
    if (next && next.kind !== fault?.kind) log.warn(`${next.words}; until then what is new ${meanwhile}`)
    if (!next && fault) log.info(`${whole} keeps what is new again`)
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
        const notice = `${name} in DATA_DIR was corrupt; it was set aside as ${setAside} and a new one begun`
        notices = [...notices, notice].slice(-mostNotices)
        log.error(notice)
      }
      if (damaged > 0) log.warn(`${damaged} answers in DATA_DIR are damaged; they are as good as not there`)
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
