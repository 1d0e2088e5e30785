// A link as the page shows it.
import type { CloudType } from '../../../src/contract/search.ts'

/** How a share was found to be; times in epoch milliseconds. */
export interface RowHealth {
  readonly state: 'ok' | 'bad' | 'locked'
  readonly checkedAt: number
  readonly expiresAt: number
}

/** One share, once, however many sources have it. */
export interface Row {
  /** The same for a share however its address is spelled. */
  readonly key: string
  readonly type: CloudType
  readonly url: string
  /** Empty when there is none. */
  readonly password: string
  readonly title: string
  /** Epoch milliseconds; absent when nobody knows. */
  readonly at: number | undefined
  /** `tg:name`, `plugin:name`; the first one had it first. */
  readonly sources: readonly string[]
  readonly relevance: 'title' | 'text'
  readonly images: readonly string[]
  readonly health?: RowHealth | undefined
  /** Known from the archive only: no source gave it this time. */
  readonly isRemembered: boolean
}
