// A link as displayed.
import type { CloudType } from '../../../src/contract/search.ts'

/** Result of a check; times in epoch milliseconds. */
export interface RowHealth {
  readonly state: 'ok' | 'bad' | 'locked'
  readonly checkedAt: number
  readonly expiresAt: number
}

/** One share, with all of its sources. */
export interface Row {
  /** Equal for all URLs of a share. */
  readonly key: string
  readonly type: CloudType
  readonly url: string
  /** Empty if there is none. */
  readonly password: string
  readonly title: string
  /** Epoch milliseconds; undefined if unknown. */
  readonly at: number | undefined
  /** `tg:name`, `plugin:name`; the first one returned it first. */
  readonly sources: readonly string[]
  readonly relevance: 'title' | 'text'
  readonly images: readonly string[]
  readonly health?: RowHealth | undefined
  /** Known from the archive only: no source returned it this time. */
  readonly isFromArchive: boolean
}
