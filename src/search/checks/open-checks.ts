// The checks of links, by the settings: on demand, behind the scenes, and what is known of shares from both.
import type { Config } from '../../config.ts'
import type { Load } from '../../http/load.ts'
import type { Logger } from '../../log.ts'
import type { KnownHealth } from '../archive/sighting.ts'
import { type BookParts, createHealthBook } from './book.ts'
import { type ChecksParts, createChecks } from './checker.ts'
import { createRechecker } from './rechecker.ts'

export interface CheckParts extends Omit<ChecksParts, 'book' | 'room'>, BookParts {
  readonly load: Load
  /** How an earlier process found shares to be. */
  readonly found: ReadonlyMap<string, KnownHealth>
  readonly log: Pick<Logger, 'error'>
}

/** Behind the scenes a share is looked for this often. */
const recheckEveryMs = 2_000

/** There is room for what could be done later when there is room for a search of so many sources. */
const roomForLater = 20

/** Makes them. With `RECHECK` they begin to look behind the scenes, until the timer `rechecking` is cleared. */
export function openChecks(config: Pick<Config, 'CHECK_DEADLINE_MS' | 'RECHECK'>, parts: CheckParts) {
  const { load, log, now } = parts
  const book = createHealthBook(parts)
  book.learn(parts.found)
  const checks = createChecks({ ...parts, book, room: load })
  const hasRoom = () => load.hasRoom(roomForLater)
  const rechecker = config.RECHECK ? createRechecker({ checks, hasRoom, log, now }) : undefined
  const rechecking = rechecker && setInterval(rechecker.tick, recheckEveryMs).unref()
  return { book, rechecker, rechecking, checkLinks: checks.check, checkDeadlineMs: config.CHECK_DEADLINE_MS }
}
