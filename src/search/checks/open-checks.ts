// Opens link checks: on request, in the background, and the known health of shares that both share.
import type { Bans } from '../../bans/bans.ts'
import type { Load } from '../../http/load.ts'
import type { Logger } from '../../log.ts'
import type { Metrics } from '../../metrics.ts'
import type { Upstream } from '../../upstream/upstream.ts'
import type { Version } from '../../upstream/versions.ts'
import type { ArchiveForSearch } from '../archive/open-archive.ts'
import type { KnownHealth } from '../archive/sighting.ts'
import { createHealthBook, type HealthBook } from './book.ts'
import type { CloudCheck } from './check.ts'
import { type Checks, createChecks } from './checker.ts'
import type { SharedLines } from './line.ts'
import { createRechecker, type Rechecker } from './rechecker.ts'

/** Publishes the health of shares to other replicas; `onReceived` gets what they publish. */
export type ShareHealth = (onReceived: (received: ReadonlyMap<string, KnownHealth>) => void) => {
  tell(key: string, health: KnownHealth): void
}

export interface OpenChecksOptions {
  /** By the names of the clouds. */
  readonly clouds: ReadonlyMap<string, CloudCheck>
  readonly upstream: Pick<Upstream, 'ask' | 'kept' | 'versions'>
  readonly archived: Pick<ArchiveForSearch, 'knownHealth' | 'onHealthChange'>
  readonly bans: Bans
  readonly load: Load
  /** Where there are other replicas. */
  readonly sharedLines: SharedLines | undefined
  readonly shareHealth: ShareHealth | undefined
  /** Checks popular shares in the background, too. */
  readonly isRecheckEnabled: boolean
  readonly metrics: Metrics
  readonly log: Pick<Logger, 'error'>
  /** Epoch milliseconds. */
  readonly epochMs: () => number
}

export interface OpenChecks {
  readonly check: Checks['check']
  readonly book: HealthBook
  /** The version of the known health, for answers that show it. */
  bookVersion(): Version
  /** Undefined where background checks are off. */
  readonly rechecker: Rechecker | undefined
}

/** The known health of all shares has one version counter, under a key that no source has. */
const versionKey = 'health book'

/** Background checks run while a search of this many sources would still have capacity. */
const backgroundHeadroom = 20

export function openChecks(options: OpenChecksOptions): OpenChecks {
  const { clouds, upstream, archived, bans, load, sharedLines, shareHealth, metrics, log, epochMs } = options
  const { versions } = upstream
  const replicas = shareHealth?.((received) => {
    if (book.learn(received)) versions.changed(versionKey)
  })
  const book = createHealthBook({
    epochMs,
    onNote(key, health) {
      archived.onHealthChange(key, health)
      replicas?.tell(key, health)
      versions.changed(versionKey)
    },
  })
  book.learn(archived.knownHealth)
  const checks = createChecks({ checks: clouds, upstream, bans, book, sharedLines, room: load, metrics, epochMs })
  const hasRoom = () => load.hasRoom(backgroundHeadroom)
  const rechecker = options.isRecheckEnabled ? createRechecker({ checks, hasRoom, log, epochMs }) : undefined
  return { check: checks.check, book, bookVersion: () => versions.of(versionKey), rechecker }
}
