// The types of the history of hot lists.

/** An item as it is kept. */
export interface HistoryItem {
  readonly id: string
  readonly title: string
  readonly url: string
}

/** An item of a refresh; its rank is its index plus one. */
export interface ItemAtRank extends HistoryItem {
  readonly hot?: number
}

/** A list as it was received at `at` (epoch milliseconds). */
export interface Refresh {
  readonly at: number
  readonly items: readonly ItemAtRank[]
}

export interface RefreshToWrite extends Refresh {
  readonly list: string
}

export interface HistoryLimits {
  /** Days after which the history is dropped. */
  readonly maxDays: number
  readonly maxBytes: number
}

/** Where an item stood at a refresh; `hot` is null if the list gave none. */
export interface HistoryPoint {
  readonly at: number
  /** Null: it had left the list. */
  readonly rank: number | null
  readonly hot: number | null
}

/** The best rank, when it was first reached, and the heat then. */
export interface Peak {
  readonly rank: number
  readonly at: number
  readonly hot: number | null
}

/** An item with the first and the last refresh that had it. */
export interface ItemSummary extends HistoryItem {
  readonly firstSeen: number
  readonly lastSeen: number
  readonly peak: Peak
}

/** A part of a list's history, some days of it; with `item` the points of this one. */
export interface HistoryQuery {
  readonly list: string
  /** Epoch milliseconds, both included. */
  readonly from: number
  readonly to: number
  readonly item?: string | undefined
  /** The last point of the page before. */
  readonly lastPoint?: HistoryPoint | undefined
}

export interface HistoryPage {
  readonly items: readonly ItemSummary[]
  /** Without `item`, none. */
  readonly points: readonly HistoryPoint[]
  /** Where the next page begins; undefined after the last one. */
  readonly next?: number | undefined
}
