// Results of link checks, and when each link is due again. Bounded; the oldest entries are evicted.

import type { CollectedLink as Row } from '../../../client/link-collector.ts'
import type { CheckResult } from '../../../src/contract/check.ts'
import { isUncheckable } from './uncheckable.ts'

const maxEntries = 2_000
/** Retry delay for results that are already expired when they arrive; doubles with every try. */
const firstRetryMs = 10_000
const rejectedForMs = 3_600_000
/** Limits of the API. */
const maxUrlLength = 2_048
const maxPasswordLength = 100

export interface CheckState {
  readonly state: CheckResult['state'] | 'asking'
  /** Time of the check, in epoch milliseconds. */
  readonly checkedAt?: number
  /** The server's description. */
  readonly summary?: string
}

interface Entry {
  readonly shown: CheckState | undefined
  readonly dueAt: number
  /** Consecutive results that were expired on arrival. */
  readonly tries: number
}

type Rows = readonly Row[]

export interface CheckVerdicts {
  stateOf(key: string): CheckState | undefined
  /** Time of the next check, in epoch milliseconds; `Infinity` for never. */
  dueAt(row: Row): number
  onRequest(rows: Rows): void
  onResult(row: Row, result: CheckResult): void
  /** The request failed; the rows are due again at once. */
  onFailure(rows: Rows): void
  /** The server does not accept these links. */
  onRejection(rows: Rows): void
}

/** `epochMs` is the clock, in epoch milliseconds. */
export function createCheckVerdicts(epochMs: () => number): CheckVerdicts {
  const entries = new Map<string, Entry>()
  const put = (key: string, entry: Entry) => {
    entries.delete(key)
    entries.set(key, entry)
    for (const oldest of entries.keys()) {
      if (entries.size <= maxEntries) break
      entries.delete(oldest)
    }
  }
  const triesOf = ({ key }: Row) => entries.get(key)?.tries ?? 0
  const clear = (rows: Rows, dueAt: number) => {
    for (const row of rows) put(row.key, { shown: undefined, dueAt, tries: triesOf(row) })
  }
  return {
    stateOf: (key) => entries.get(key)?.shown,
    dueAt: (row) =>
      isCheckable(row) ? (entries.get(row.key)?.dueAt ?? row.health?.expiresAt ?? 0) : Number.POSITIVE_INFINITY,
    onRequest(rows) {
      for (const row of rows)
        put(row.key, { shown: { state: 'asking' }, dueAt: Number.POSITIVE_INFINITY, tries: triesOf(row) })
    },
    onResult(row, { state, checked_at: checkedAt, expires_at: expiresAt, summary }) {
      const isFresh = expiresAt > epochMs()
      const tries = triesOf(row)
      const dueAt = isFresh ? expiresAt : epochMs() + firstRetryMs * 2 ** tries
      put(row.key, { shown: { state, checkedAt, summary }, dueAt, tries: isFresh ? 0 : tries + 1 })
    },
    onFailure: (rows) => clear(rows, 0),
    onRejection: (rows) => clear(rows, epochMs() + rejectedForMs),
  }
}

function isCheckable({ type, url, password }: Row): boolean {
  return !isUncheckable(type) && url.length <= maxUrlLength && password.length <= maxPasswordLength
}
