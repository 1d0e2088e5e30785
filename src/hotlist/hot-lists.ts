// Creates the hot-list service: lists, batches, subscriptions and the background refresher.
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
  /** The refresh schedule; `paceListener` records the outcomes of asks in it. */
  readonly pace: Pace
  /** The operator's bans. */
  readonly bans: Bans
  readonly metrics: Pick<Metrics, 'asked' | 'gauge'>
  /** Present when there are other replicas. */
  readonly jobs?: RefreshJobs | undefined
  readonly log: Pick<Logger, 'error'>
  /** Epoch milliseconds. */
  readonly epochMs: () => number
}

/** Creates the hot-list service. */
export function createHotLists({ all, upstream, pace, bans, metrics, jobs, log, epochMs }: HotListsParts): HotLists {
  const asking = createPacedAsking({ upstream, pace, metrics, epochMs })
  const refresher = createRefresher({
    ...{ pace, jobs },
    refresh: asking.refresh,
    failed: (error) => log.error({ err: error }, 'failed to refresh a hot list'),
    epochMs,
  })
  jobs?.onJob(async (id) => {
    const list = all.get(id)
    if (!list?.isEnabled)
      throw new Error(`list ${id} is not enabled here; check that all replicas have the same settings`)
    await refresher.refresh(list)
  })
  const shown = createItemsShown(bans)
  const lists = createLists({ all, asking, kept: upstream.kept, shown, wanted: refresher.wanted, epochMs })
  const following = createFollowing({ versions: upstream.versions, bans, refresher, metrics, epochMs })
  return { lists, batches: createBatches(lists, metrics, epochMs), following, refresher }
}

/**
 * Returns a listener that records the outcomes of list asks in the refresh schedule and ignores other sources. Logs when a list
 * starts to fail and when it recovers.
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
    if (wasFailing) log.info({ source }, 'hot list recovered')
    else log.warn({ source, ...outcome.failure }, 'hot list is failing; serving the last good list if there is one')
  }
}

/** Returns a listener that records the outcomes of asks by other replicas; those replicas have logged them. */
export function paceLearner(all: ReadonlyMap<string, HotList>, pace: Pick<Pace, 'heard'>) {
  return (source: string, ended: Ended): void => {
    const list = all.get(source)
    if (list) pace.heard(list, ended)
  }
}
