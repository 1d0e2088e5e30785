// The hot-list service put together: what asks lists, at which pace, and what keeps them fresh.
import type { Bans } from '../bans/bans.ts'
import type { Logger } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { Ended } from '../upstream/others.ts'
import type { Outcome } from '../upstream/source.ts'
import type { Upstream } from '../upstream/upstream.ts'
import type { HotList } from './accept-family.ts'
import { createItemsShown } from './banned-items.ts'
import { type Batches, createBatches } from './batches.ts'
import { createFollowing, type Following } from './following.ts'
import { createLists, type Lists } from './lists.ts'
import type { Pace } from './pace.ts'
import { createPacedAsking } from './paced-asking.ts'
import { createRefresher, type Refresher, type RefreshJobs } from './refresher.ts'

export interface HotLists {
  readonly lists: Lists
  readonly batches: Batches
  readonly following: Following
  readonly refresher: Pick<Refresher, 'tick' | 'counts'>
}

export interface HotListsParts {
  readonly all: ReadonlyMap<string, HotList>
  readonly upstream: Pick<Upstream, 'ask' | 'kept' | 'versions'>
  /** Hears how asks ended, by `paceListener`. */
  readonly pace: Pace
  /** What an operator wants never shown. */
  readonly bans: Bans
  readonly metrics: Pick<Metrics, 'asked' | 'gauge'>
  /** Where there are other replicas. */
  readonly jobs?: RefreshJobs | undefined
  readonly log: Pick<Logger, 'error'>
  /** Epoch milliseconds. */
  readonly now: () => number
}

/** Makes the hot-list service. */
export function createHotLists({ all, upstream, pace, bans, metrics, jobs, log, now }: HotListsParts): HotLists {
  const asking = createPacedAsking({ upstream, pace, metrics, now })
  const refresher = createRefresher({
    ...{ pace, jobs },
    refresh: asking.refresh,
    failed: (error) => log.error({ err: error }, 'a hot list could not be refreshed'),
    now,
  })
  jobs?.onJob(async (id) => {
    const list = all.get(id)
    if (!list?.isEnabled)
      throw new Error(`no list that is on here is called ${id}; do all replicas have the same settings?`)
    await refresher.refresh(list)
  })
  const shown = createItemsShown(bans)
  const lists = createLists({ all, asking, kept: upstream.kept, shown, wanted: refresher.wanted, now })
  const following = createFollowing({ versions: upstream.versions, bans, refresher, metrics, now })
  return { lists, batches: createBatches(lists, metrics, now), following, refresher }
}

/**
 * What tells the pace how asks of lists ended; asks of other sources are none of its business. A list that begins to fail, and one that
 * is back, is a line in the log.
 */
export function paceListener(
  all: ReadonlyMap<string, HotList>,
  pace: Pick<Pace, 'heard' | 'isFailing'>,
  log: Pick<Logger, 'warn' | 'info'>,
) {
  return (source: string, outcome: Outcome<unknown>): void => {
    const list = all.get(source)
    if (!list) return
    const wasFailing = pace.isFailing(list)
    pace.heard(list, outcome)
    if (pace.isFailing(list) === wasFailing) return
    if (wasFailing) log.info({ source }, 'a hot list is back')
    else log.warn({ source, ...outcome.failure }, 'a hot list fails; the last good one serves, if there is any')
  }
}

/** What tells the pace how asks ended that other replicas made: who made them has said so in the log. */
export function paceLearner(all: ReadonlyMap<string, HotList>, pace: Pick<Pace, 'heard'>) {
  return (source: string, ended: Ended): void => {
    const list = all.get(source)
    if (list) pace.heard(list, ended)
  }
}
