// State of the board: its lists, which of them are near the viewport, and their live updates.
import { effect, type Signal, signal } from '@preact/signals'
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { AskError, type Asking } from '../fetching.ts'
import type { Shelf } from '../kept.ts'
import { type Cell, createCells } from './cells.ts'
import { createFollowing, type Following } from './following.ts'
import { createLayout, type LayoutControl } from './layout.ts'
import { createLists, type Lists, type Renewed } from './lists.ts'
import { createLoading } from './loading.ts'
import { createSeen, type Seen } from './seen.ts'
import type { Timers } from './timers.ts'

const mostAtOnce = 20

export interface BoardParts {
  readonly asking: Asking
  readonly shelf: Shelf | undefined
  readonly timers: Timers
  readonly epochMs: () => number
}

export interface Board {
  readonly records: Signal<readonly SourceRecord[]>
  readonly layout: LayoutControl
  readonly following: Following
  readonly seen: Pick<Seen, 'heardTime'>
  readonly renew: Lists['renew']
  /** Whether the browser reports that it is offline. */
  readonly isOffline: Signal<boolean>
  /** Whether a pointer was over a card's drag area; the drag code is loaded then, for all cards. */
  readonly isDragWanted: Signal<boolean>
  /** Text announced to screen readers. */
  readonly told: Signal<string>
  /** The list to scroll to. */
  readonly sought: Signal<string | undefined>
  /** Progress of the refresh of all lists. */
  readonly progress: Signal<{ readonly done: number; readonly of: number } | undefined>
  /** Scroll positions of columns by topic, restored on return. */
  readonly places: Map<string, number>
  cellOf(id: string): Cell
  /** Reports that a list came near the viewport or left it. */
  near(id: string, isNear: boolean): void
  /** Retries a list that failed to load. */
  again(id: string): void
  /** Handles a changed credential: reloads rejected lists and reopens the stream. */
  askAsAnother(): void
  /** Called when the view closes: aborts running requests. */
  leave(): void
  /** Refreshes all lists near the viewport, in sequential batches. Stops at the first error. */
  renewNear(): Promise<Renewed>
}

export function createBoard({ asking, shelf, timers, epochMs }: BoardParts): Board {
  const records = signal<readonly SourceRecord[]>([])
  const { of: cellOf } = createCells()
  const seen = createSeen(epochMs)
  const lists = createLists({ asking, timers, seen, cellOf })
  const following = createFollowing({ asking, timers, seen, take: lists.take })
  const near = signal<ReadonlySet<string>>(new Set())
  const isWanted = (id: string) => near.peek().has(id) && !cellOf(id).isAsking.peek()
  const visit = { leaving: new AbortController() }
  const want = createLoading({ timers, load: (ids) => lists.load(ids, visit.leaving.signal), isWanted })
  const progress: Board['progress'] = signal(undefined)
  effect(() => following.follow([...near.value]))
  return {
    records,
    layout: createLayout(shelf, () => records.value),
    following,
    seen,
    renew: lists.renew,
    isOffline: signal(false),
    isDragWanted: signal(false),
    told: signal(''),
    sought: signal(undefined),
    progress,
    places: new Map(),
    cellOf,
    again: want,
    askAsAnother() {
      following.reopen()
      for (const id of near.peek()) if (cellOf(id).refusal.peek()) want(id)
    },
    leave() {
      following.pause()
      visit.leaving.abort()
      visit.leaving = new AbortController()
    },
    near(id, isNear) {
      if (near.peek().has(id) === isNear) return
      near.value = isNear ? new Set([...near.peek(), id]) : new Set([...near.peek()].filter((other) => other !== id))
      if (isNear) cellOf(id).isMet.value = true
      else cellOf(id).letGo()
      if (isNear && !cellOf(id).shown.peek()) want(id)
    },
    renewNear: () => renewInTurn([...near.value], lists, progress),
  }
}

async function renewInTurn(ids: readonly string[], lists: Lists, progress: Board['progress']): Promise<Renewed> {
  const came: Renewed[] = []
  try {
    for (let done = 0; done < ids.length; done += mostAtOnce) {
      progress.value = { done, of: ids.length }
      const renewed = await lists.renewAll(ids.slice(done, done + mostAtOnce))
      if (renewed instanceof AskError) return renewed
      came.push(renewed)
    }
  } finally {
    progress.value = undefined
  }
  return (['new', 'failed'] as const).find((outcome) => came.includes(outcome)) ?? 'cached'
}
