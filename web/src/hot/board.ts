// State of the board: its lists, which of them are near the viewport, and their live updates.
import { computed, effect, signal } from '@preact/signals'
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import type { TrendStory } from '../../../src/contract/hotlist-trends.ts'
import { type ApiClient, ApiError } from '../api-client.ts'
import type { BrowserStorage } from '../persistent-signal.ts'
import type { Timers } from '../timers.ts'
import { createLayout, type LayoutControl } from './board-layout.ts'
import { LastSeen } from './last-seen.ts'
import { ListLoader, type RefreshResult } from './list-loader.ts'
import { createListStates, type ListState } from './list-state.ts'
import { LiveUpdates } from './live-updates.ts'

const maxBatch = 20
/** Lists that come near the viewport within this time are loaded in one request. */
const batchDelayMs = 50
/** Fewer failing lists say nothing about the others. */
const fewestToJudge = 2

export interface BoardOptions {
  readonly api: ApiClient
  readonly storage: BrowserStorage | undefined
  readonly timers: Timers
  readonly epochMs: () => number
}

export class Board {
  readonly records = signal<readonly SourceRecord[]>([])
  readonly layout: LayoutControl
  readonly liveUpdates: LiveUpdates
  readonly lastSeen: LastSeen
  readonly stateOf = createListStates()
  readonly isOffline = signal(false)
  /** Text announced to screen readers. */
  readonly announcement = signal('')
  /** The story of an item, by list and item: `weibo 123`. */
  readonly stories = signal<ReadonlyMap<string, TrendStory>>(new Map())
  /** The list to scroll to; its card in the current tab takes it. */
  readonly scrollTarget = signal<string | undefined>(undefined)
  readonly progress = signal<{ readonly done: number; readonly of: number } | undefined>(undefined)
  /** Places of the boxes that scroll, by name, restored on return. */
  readonly scrollPositions = new Map<string, readonly [left: number, top: number]>()
  readonly #near = signal<ReadonlySet<string>>(new Set())
  /** Whether most lists near the viewport could not be updated. */
  readonly isMostlyFailing = computed(() => isMostlyFailing([...this.#near.value].map(this.stateOf)))
  readonly #lists: ListLoader
  readonly #timers: Timers
  readonly #waiting = new Set<string>()
  #leaving = new AbortController()

  constructor({ api, storage, timers, epochMs }: BoardOptions) {
    const { stateOf } = this
    this.layout = createLayout(storage, () => this.records.value)
    this.lastSeen = new LastSeen(epochMs)
    this.#lists = new ListLoader({ api, lastSeen: this.lastSeen, stateOf })
    this.liveUpdates = new LiveUpdates({ api, timers, lastSeen: this.lastSeen, onUpdate: this.#lists.apply })
    this.#timers = timers
    effect(() => this.liveUpdates.follow([...this.#near.value]))
  }

  /** Reports that a list entered the surroundings of the viewport or left them. */
  setNear(id: string, isNear: boolean): void {
    const near = this.#near.peek()
    if (near.has(id) === isNear) return
    this.#near.value = near.symmetricDifference(new Set([id]))
    const { wasVisible, shown, hold } = this.stateOf(id)
    if (isNear) wasVisible.value = true
    else hold(false)
    if (isNear && !shown.peek()) this.reload(id)
  }

  /** Loads a list together with others that are asked for at the same time. */
  reload(id: string): void {
    if (this.#waiting.size === 0) this.#timers.after(batchDelayMs, () => this.#loadWaiting())
    this.#waiting.add(id)
  }

  /** Lists that were scrolled past are not needed. */
  #loadWaiting(): void {
    const near = this.#near.peek()
    const ids = [...this.#waiting].filter((id) => near.has(id) && !this.stateOf(id).isLoading.peek())
    this.#waiting.clear()
    for (let at = 0; at < ids.length; at += maxBatch) {
      void this.#lists.load(ids.slice(at, at + maxBatch), this.#leaving.signal)
    }
  }

  /** Handles a changed credential: reloads rejected lists and reopens the stream. */
  onCredentialChange(): void {
    this.liveUpdates.reopen()
    for (const id of this.#near.peek()) if (this.stateOf(id).error.peek()) this.reload(id)
  }

  /** Called when the view closes: aborts running requests. */
  onClose(): void {
    this.liveUpdates.pause()
    this.#leaving.abort()
    this.#leaving = new AbortController()
  }

  async refresh(id: string): Promise<RefreshResult> {
    return this.#lists.refresh(id)
  }

  /** Refreshes all lists near the viewport, in sequential batches. Stops at the first error. */
  async refreshNear(): Promise<RefreshResult> {
    const ids = [...this.#near.value]
    const outcomes: RefreshResult[] = []
    try {
      for (let done = 0; done < ids.length; done += maxBatch) {
        this.progress.value = { done, of: ids.length }
        const result = await this.#lists.refreshAll(ids.slice(done, done + maxBatch))
        if (result instanceof ApiError) return result
        outcomes.push(result)
      }
    } finally {
      this.progress.value = undefined
    }
    return (['new', 'failed'] as const).find((outcome) => outcomes.includes(outcome)) ?? 'cached'
  }
}

function isMostlyFailing(lists: readonly ListState[]): boolean {
  const loaded = lists.flatMap(({ shown }) => shown.value ?? [])
  return loaded.length >= fewestToJudge && loaded.filter(({ error }) => error).length > loaded.length / 2
}
