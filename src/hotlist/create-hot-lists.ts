// Creates the hot-list service: lists, batches, subscriptions and the background refresher.
import type { Bans } from '../bans/ban-list.ts'
import type { Logger } from '../observability/log.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { HistoryStorage } from '../store/history/history-storage.ts'
import type { AskEnd } from '../upstream/ask/coordination.ts'
import type { Outcome } from '../upstream/source.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { createBatches } from './batches.ts'
import type { HotList } from './build-lists.ts'
import { createHistoryReader, createListHistory } from './history/list-history.ts'
import { createRisers } from './history/risers.ts'
import { createItemFilter, createLists } from './lists.ts'
import { rememberLeft } from './movement.ts'
import { createFreshHolds, createRefresher } from './refresh/refresher.ts'
import type { RefreshSchedule } from './refresh/schedule.ts'
import { createScheduledAsker } from './refresh/scheduled-ask.ts'
import { createStoryMemory, type StoryMemory } from './stories/earlier-stories.ts'
import { createSubscriptions } from './streaming/subscriptions.ts'
import { createTrends } from './trends.ts'

interface HotListsDeps {
  /** By id; `onSetChanged` of the result is to be called after a change. */
  readonly all: ReadonlyMap<string, HotList>
  readonly upstream: Pick<Upstream, 'ask' | 'cached' | 'versions'>
  readonly schedule: RefreshSchedule
  readonly bans: Bans
  readonly metrics: Pick<Metrics, 'recordCacheOutcome' | 'gauge'>
  readonly history?: HistoryStorage | undefined
  readonly alwaysFresh?: (() => readonly HotList[]) | undefined
  readonly storyMemory?: StoryMemory | undefined
  readonly isAsleep?: ((id: string) => boolean) | undefined
  readonly log: Pick<Logger, 'error'>
  readonly epochMs: () => number
}

export type HotLists = ReturnType<typeof createHotLists>

export function createHotLists(deps: HotListsDeps) {
  const { all, upstream, schedule, bans, metrics, log, epochMs, alwaysFresh = () => [] } = deps
  const { history: storage, storyMemory = createStoryMemory(), isAsleep = () => false } = deps
  const scheduledAsker = createScheduledAsker({ upstream, schedule, metrics, epochMs })
  const refresher = createRefresher({
    ...{ all, schedule, isAsleep },
    refresh: async (list) => (list.isEnabled ? scheduledAsker.refresh(list) : undefined),
    onError: (error) => log.error({ err: error }, 'failed to refresh a hot list'),
    epochMs,
  })
  const shown = createItemFilter(bans)
  const lists = createLists({
    all,
    asking: scheduledAsker,
    kept: upstream.cached,
    versions: upstream.versions,
    shown,
    touch: refresher.touch,
    epochMs,
  })
  const hold = createFreshHolds(refresher)
  hold(alwaysFresh())
  const reader = createHistoryReader(storage)
  const history = createListHistory({ reader, shown, epochMs })
  const risers = createRisers({ lists, reader, bans, epochMs })
  if (storage) void rememberLeft(all, storage, epochMs())
  const following = createSubscriptions({ versions: upstream.versions, bans, refresher, metrics, epochMs })
  const { versions } = upstream
  const trends = createTrends({ lists, versions, bans, history: storage, storyMemory, epochMs })
  /** Call it when the lists have changed, with those that are new or defined anew. */
  const onSetChanged = (defined: readonly HotList[]) => {
    for (const list of defined) schedule.forget(list)
    lists.onSetChanged()
    hold(alwaysFresh())
    if (storage) void rememberLeft(new Map(defined.map((list) => [list.id, list])), storage, epochMs())
  }
  const batches = createBatches(lists, metrics, epochMs)
  return { lists, batches, following, refresher, history, risers, trends, onSetChanged }
}

/**
 * Returns a listener that records the outcomes of list asks in the refresh schedule and ignores other sources. Logs when a list
 * starts to fail and when it recovers.
 */
export function onAskEnd(
  all: ReadonlyMap<string, HotList>,
  schedule: Pick<RefreshSchedule, 'recordEnd' | 'isFailing'>,
  log: Pick<Logger, 'warn' | 'info'>,
) {
  return (source: string, outcome: Outcome<unknown>): void => {
    const list = all.get(source)
    if (!list) return
    const wasFailing = schedule.isFailing(list)
    schedule.recordEnd(list, outcome)
    if (schedule.isFailing(list) === wasFailing) return
    if (wasFailing) log.info({ source }, 'hot list recovered')
    else log.warn({ source, ...outcome.failure }, 'hot list is failing; serving the last good list if there is one')
  }
}

export function onRemoteAskEnd(all: ReadonlyMap<string, HotList>, schedule: Pick<RefreshSchedule, 'recordEnd'>) {
  return (source: string, ended: AskEnd): void => {
    const list = all.get(source)
    if (list) schedule.recordEnd(list, ended)
  }
}
