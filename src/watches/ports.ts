// What watches need of hot lists, the archive and the search; src/app connects them.
import type { CloudType } from '../contract/cloud-types.ts'
import type { Watch, WatchHit } from './watch.ts'
import type { Findings } from './watch-state.ts'

/** A hot list as watches see it. */
export interface WatchedList {
  readonly id: string
  readonly name: string
  readonly column: NonNullable<Watch['columns']>[number]
  /** Whether the items are those of now, so that others will be new. */
  readonly isCurrent: boolean
  readonly items: readonly Pick<
    WatchHit & { id: string; hover?: string; info?: string },
    'id' | 'title' | 'url' | 'hover' | 'info'
  >[]
}

/** A share of the archive, with the time when it was first seen (epoch milliseconds). */
export interface ArchivedShare extends Omit<WatchHit, 'in' | 'isOld'> {
  readonly firstSeenAt: number
}

/** What watches need of hot lists. */
export interface ListPort {
  /** The lists that were refreshed since the last call. */
  refreshed(): readonly WatchedList[]
  /** All lists in the cache. */
  known(): AsyncIterable<WatchedList>
  /** Keeps exactly these lists fresh. */
  keepFresh(ids: ReadonlySet<string>): void
}

/** What watches need of the archive. */
export interface ArchivePort {
  /** The folded titles stored since the last call. */
  storedTitles(): readonly string[]
  find(keyword: string, clouds: readonly CloudType[] | undefined): Promise<readonly ArchivedShare[]>
}

/** Runs a search; `covered` are the sources that answered. */
export type SearchPort = (keyword: string, clouds: readonly CloudType[] | undefined) => Promise<Findings>
