// What is known of links from checks, and when each may be asked about again. Bounded: the oldest go first.

import type { CheckResult } from '../../../src/contract/check.ts'
import type { CloudType } from '../../../src/contract/search.ts'
import type { Row } from './row.ts'

const most = 2_000
/** What is out of date as soon as it is told is asked again after this; after twice as long the next time, and so on. */
const againMs = 10_000
const refusedForMs = 3_600_000
/** What the service takes. */
const longestUrl = 2_048
const longestPassword = 100

const checkable: ReadonlySet<CloudType> = new Set<CloudType>([
  'baidu',
  'aliyun',
  'quark',
  'tianyi',
  'uc',
  'mobile',
  '115',
  '123',
  'xunlei',
  'pikpak',
])

/** What is shown of a check. */
export interface CheckState {
  readonly state: CheckResult['state'] | 'asking'
  /** When the cloud said so, in epoch milliseconds. */
  readonly checkedAt?: number
  /** The service's sentence. */
  readonly summary?: string
}

interface Entry {
  readonly shown: CheckState | undefined
  readonly dueAt: number
  /** How often in a row an answer was out of date at once. */
  readonly tries: number
}

type Rows = readonly Row[]

export interface Verdicts {
  stateOf(key: string): CheckState | undefined
  /** From when on it may be asked about, in epoch milliseconds; `Infinity`: never. */
  dueAt(row: Row): number
  /** These are being asked about. */
  ask(rows: Rows): void
  told(row: Row, result: CheckResult): void
  /** No answer came; `isTheirFault`: the service does not take them. */
  unanswered(rows: Rows, isTheirFault: boolean): void
}

/** Makes it. `now` is the clock, in epoch milliseconds. */
export function createVerdicts(now: () => number): Verdicts {
  const entries = new Map<string, Entry>()
  const put = (key: string, entry: Entry) => {
    entries.delete(key)
    entries.set(key, entry)
    for (const oldest of entries.keys()) {
      if (entries.size <= most) break
      entries.delete(oldest)
    }
  }
  const triesOf = ({ key }: Row) => entries.get(key)?.tries ?? 0
  return {
    stateOf: (key) => entries.get(key)?.shown,
    dueAt: (row) =>
      isCheckable(row) ? (entries.get(row.key)?.dueAt ?? row.health?.expiresAt ?? 0) : Number.POSITIVE_INFINITY,
    ask(rows) {
      for (const row of rows)
        put(row.key, { shown: { state: 'asking' }, dueAt: Number.POSITIVE_INFINITY, tries: triesOf(row) })
    },
    told(row, { state, checked_at: checkedAt, expires_at: expiresAt, summary }) {
      const isLasting = expiresAt > now()
      const tries = triesOf(row)
      const dueAt = isLasting ? expiresAt : now() + againMs * 2 ** tries
      put(row.key, { shown: { state, checkedAt, summary }, dueAt, tries: isLasting ? 0 : tries + 1 })
    },
    unanswered(rows, isTheirFault) {
      const dueAt = isTheirFault ? now() + refusedForMs : 0
      for (const row of rows) put(row.key, { shown: undefined, dueAt, tries: triesOf(row) })
    },
  }
}

function isCheckable({ type, url, password }: Row): boolean {
  return checkable.has(type) && url.length <= longestUrl && password.length <= longestPassword
}
