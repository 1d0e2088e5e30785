// State of the board: its lists, which of them are near the viewport, and their live updates.
import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import type { TrendStory } from '../../../src/contract/hotlist-trends.ts'
import { type ApiClient, ApiError } from '../api-client.ts'
import type { BrowserStorage } from '../persistent-signal.ts'
import { createBatchLoader } from './batch-loader.ts'
import { createLayout, type LayoutControl } from './board-layout.ts'
import { createLastSeen, type LastSeen } from './last-seen.ts'
import { createListLoader, type ListLoader, type RefreshResult } from './list-loader.ts'
import { createListStates, type ListState } from './list-state.ts'
import { LiveUpdates } from './live-updates.ts'
import type { Timers } from './timers.ts'

const maxBatch = 20
/** Fewer failing lists say nothing about the others. */
const fewestToJudge = 2

export interface BoardOptions {
  readonly api: ApiClient
  readonly storage: BrowserStorage | undefined
  readonly timers: Timers
  readonly epochMs: () => number
}

export interface Board {
  readonly records: Signal<readonly SourceRecord[]>
  readonly layout: LayoutControl
  readonly liveUpdates: LiveUpdates
  readonly lastSeen: Pick<LastSeen, 'onServerTime'>
  readonly refresh: ListLoader['refresh']
  /** Whether most lists near the viewport could not be updated. */
  readonly isMostlyFailing: ReadonlySignal<boolean>
  readonly isOffline: Signal<boolean>
  /** Text announced to screen readers. */
  readonly announcement: Signal<string>
  /** The story of an item, by list and item: `weibo 123`. */
  readonly stories: Signal<ReadonlyMap<string, TrendStory>>
  /** The list to scroll to; its card in the current tab takes it. */
  readonly scrollTarget: Signal<string | undefined>
  readonly progress: Signal<{ readonly done: number; readonly of: number } | undefined>
  /** Places of the boxes that scroll, by name, restored on return. */
  readonly scrollPositions: Map<string, readonly [left: number, top: number]>
  stateOf(id: string): ListState
  /** Reports that a list entered the surroundings of the viewport or left them. */
  setNear(id: string, isNear: boolean): void
  reload(id: string): void
  /** Handles a changed credential: reloads rejected lists and reopens the stream. */
  onCredentialChange(): void
  /** Called when the view closes: aborts running requests. */
  onClose(): void
  /** Refreshes all lists near the viewport, in sequential batches. Stops at the first error. */
  refreshNear(): Promise<RefreshResult>
}

export function createBoard({ api, storage, timers, epochMs }: BoardOptions): Board {
  const records = signal<readonly SourceRecord[]>([])
  const { get: stateOf } = createListStates()
  const lastSeen = createLastSeen(epochMs)
  const lists = createListLoader({ api, lastSeen, stateOf })
  const liveUpdates = new LiveUpdates({ api, timers, lastSeen, onUpdate: lists.apply })
  const near = signal<ReadonlySet<string>>(new Set())
  const isNeeded = (id: string) => near.peek().has(id) && !stateOf(id).isLoading.peek()
  const running = { leaving: new AbortController() }
  const request = createBatchLoader({ timers, load: (ids) => lists.load(ids, running.leaving.signal), isNeeded })
  const progress: Board['progress'] = signal(undefined)
  effect(() => liveUpdates.follow([...near.value]))
  return {
    records,
    layout: createLayout(storage, () => records.value),
    liveUpdates,
    lastSeen,
    refresh: lists.refresh,
    isOffline: signal(false),
    announcement: signal(''),
    stories: signal(new Map()),
    scrollTarget: signal(undefined),
    isMostlyFailing: computed(() => isMostlyFailing([...near.value].map(stateOf))),
    progress,
    scrollPositions: new Map(),
    stateOf,
    reload: request,
    onCredentialChange() {
      liveUpdates.reopen()
      for (const id of near.peek()) if (stateOf(id).error.peek()) request(id)
    },
    onClose() {
      liveUpdates.pause()
      running.leaving.abort()
      running.leaving = new AbortController()
    },
    setNear(id, isNear) {
      if (near.peek().has(id) === isNear) return
      near.value = isNear ? new Set([...near.peek(), id]) : new Set([...near.peek()].filter((other) => other !== id))
      if (isNear) stateOf(id).wasVisible.value = true
      else stateOf(id).hold(false)
      if (isNear && !stateOf(id).shown.peek()) request(id)
    },
    refreshNear: () => refreshInBatches([...near.value], lists, progress),
  }
}

function isMostlyFailing(lists: readonly ListState[]): boolean {
  const loaded = lists.flatMap(({ shown }) => shown.value ?? [])
  return loaded.length >= fewestToJudge && loaded.filter(({ error }) => error).length > loaded.length / 2
}

async function refreshInBatches(
  ids: readonly string[],
  lists: ListLoader,
  progress: Board['progress'],
): Promise<RefreshResult> {
  const outcomes: RefreshResult[] = []
  try {
    for (let done = 0; done < ids.length; done += maxBatch) {
      progress.value = { done, of: ids.length }
      const result = await lists.refreshAll(ids.slice(done, done + maxBatch))
      if (result instanceof ApiError) return result
      outcomes.push(result)
    }
  } finally {
    progress.value = undefined
  }
  return (['new', 'failed'] as const).find((outcome) => outcomes.includes(outcome)) ?? 'cached'
}
