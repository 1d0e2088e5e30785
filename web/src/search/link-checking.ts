// Checks the visible links: after scrolling stops, in small batches, and again only after expiry.
import { computed, type ReadonlySignal, signal } from '@preact/signals'
import type { CollectedLink as Row } from '../../../client/link-collector.ts'
import type { CheckResponse, CheckResult } from '../../../src/contract/check.ts'
import { type ApiClient, ApiError } from '../api-client.ts'
import type { Timers } from '../timers.ts'
import { isUncheckable } from './uncheckable.ts'

/** Time without scrolling before links are checked. */
const settleMs = 400
const defaultPauseMs = 60_000
/** Limit for timers: `setTimeout` fires at once for very long delays. */
const maxTimerMs = 3_600_000
const maxBatch = 10
/** The server checks one Baidu link per two seconds, and a request must end within eight. */
const maxBaiduBatch = 4
/** The oldest results are forgotten. */
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

interface CheckingOptions {
  readonly api: Pick<ApiClient, 'post'>
  /** Epoch milliseconds. */
  readonly epochMs: () => number
  readonly timers: Timers
}

export type LinkChecking = ReturnType<typeof createLinkChecking>

/** Sends requests one after the other while visible rows are due. */
export function createLinkChecking({ api, epochMs, timers }: CheckingOptions) {
  const { results, version, check } = createChecks(api, epochMs)
  let visible: readonly Row[] = []
  let isStill = false
  /** No request is sent before this time, in epoch milliseconds. */
  let pausedUntil = 0
  let running: AbortController | undefined
  let cancel = (): void => undefined
  const next = async (): Promise<void> => {
    if (running || !isStill) return
    const now = epochMs()
    const dueAt = Math.max(pausedUntil, Math.min(...visible.map(results.dueAt)))
    if (dueAt === Number.POSITIVE_INFINITY) return
    if (dueAt > now) return wait(Math.min(Math.max(dueAt - now, settleMs), maxTimerMs))
    running = new AbortController()
    const { signal } = running
    const pauseMs = await check(nextBatch(visible.filter((row) => results.dueAt(row) <= now)), signal)
    if (signal.aborted) return
    running = undefined
    if (pauseMs > 0) pausedUntil = epochMs() + pauseMs
    return next()
  }
  const wait = (ms: number, isScrolled = false) => {
    cancel()
    cancel = timers.after(ms, () => {
      isStill ||= isScrolled
      void next()
    })
  }
  return {
    /** Increases with every new result. */
    version,
    stateOf: (key: string): ReadonlySignal<CheckState | undefined> =>
      computed(() => (version.value < 0 ? undefined : results.stateOf(key))),
    /** Sets the visible rows, from top to bottom. */
    setVisibleRows(rows: readonly Row[]): void {
      const isSame = rows.length === visible.length && rows.every(({ key }, at) => key === visible[at]?.key)
      visible = rows
      if (isSame) return
      isStill = false
      wait(settleMs, true)
    },
    /** Stops checking until `setVisibleRows` is called again; results are kept. */
    stop(): void {
      cancel()
      running?.abort()
      running = undefined
      visible = []
    },
  }
}

function createChecks(api: CheckingOptions['api'], epochMs: CheckingOptions['epochMs']) {
  const results = createResults(epochMs)
  const version = signal(0)
  /** Resolves to the pause before the next request, in milliseconds; never rejects. */
  const check = async (rows: readonly Row[], abort: AbortSignal): Promise<number> => {
    const items = rows.map(({ type, url, password }) => ({ disk_type: type, url, password }))
    results.clear(rows, Number.POSITIVE_INFINITY, { state: 'asking' })
    version.value += 1
    const sent = api.post<CheckResponse>('/api/check/links', { items }, { signal: abort, isBackground: true })
    const error = await sent.then((answer) => {
      for (const [at, row] of rows.entries()) results.put(row, answer.results[at])
    }, ApiError.from)
    // What the server does not accept is left alone; after other failures the rows are due again at once.
    if (error) results.clear(rows, error.kind === 'badRequest' ? epochMs() + rejectedForMs : 0)
    version.value += 1
    return error ? pauseAfter(error) : 0
  }
  return { results, version, check }
}

interface Entry {
  readonly shown?: CheckState | undefined
  readonly dueAt: number
  /** Consecutive results that were expired on arrival. */
  readonly tries: number
}

/** Results of checks, and when each link is due again. */
function createResults(epochMs: () => number) {
  const entries = new Map<string, Entry>()
  const set = (key: string, entry: Omit<Entry, 'tries'>, tries = entries.get(key)?.tries ?? 0) => {
    entries.delete(key)
    entries.set(key, { ...entry, tries })
    const [oldest = key] = entries.keys()
    if (entries.size > maxEntries) entries.delete(oldest)
  }
  return {
    stateOf: (key: string) => entries.get(key)?.shown,
    /** In epoch milliseconds; `Infinity` for never. */
    dueAt: (row: Row) =>
      isCheckable(row) ? (entries.get(row.key)?.dueAt ?? row.health?.expiresAt ?? 0) : Number.POSITIVE_INFINITY,
    clear(rows: readonly Row[], dueAt: number, shown?: CheckState) {
      for (const { key } of rows) set(key, { shown, dueAt })
    },
    /** Without a result, the server does not accept the link. */
    put({ key }: Row, result: CheckResult | undefined) {
      const now = epochMs()
      if (!result) return set(key, { dueAt: now + rejectedForMs })
      const { state, checked_at: checkedAt, expires_at: expiresAt, summary } = result
      const tries = expiresAt > now ? 0 : (entries.get(key)?.tries ?? 0) + 1
      const dueAt = tries === 0 ? expiresAt : now + firstRetryMs * 2 ** (tries - 1)
      set(key, { shown: { state, checkedAt, summary }, dueAt }, tries)
    },
  }
}

function isCheckable({ type, url, password }: Row): boolean {
  return !isUncheckable(type) && url.length <= maxUrlLength && password.length <= maxPasswordLength
}

/** The server sends Retry-After for two errors only. Without a credential, retries are pointless. */
function pauseAfter({ kind, retryAfterS }: ApiError): number {
  if (kind === 'unauthorized') return Number.POSITIVE_INFINITY
  return (kind === 'rate' || kind === 'busy') && retryAfterS ? retryAfterS * 1_000 : defaultPauseMs
}

/** Selects the first due rows for a request. Baidu links are slow and wait until no others are due. */
function nextBatch(rows: readonly Row[]): readonly Row[] {
  const others = rows.filter(({ type }) => type !== 'baidu')
  return others.length > 0 ? others.slice(0, maxBatch) : rows.slice(0, maxBaiduBatch)
}
