// Checks the visible links: after scrolling stops, in small batches, and again only after expiry.
import { computed, type ReadonlySignal, signal } from '@preact/signals'
import type { CollectedLink as Row } from '../../../client/link-collector.ts'
import type { CheckResponse } from '../../../src/contract/check.ts'
import { type ApiClient, ApiError } from '../api-client.ts'
import { type CheckState, type CheckVerdicts, createCheckVerdicts } from './check-verdicts.ts'

/** Time without scrolling before links are checked. */
const settleMs = 400
const defaultPauseMs = 60_000
/** Limit for timers: `setTimeout` fires at once for very long delays. */
const maxTimerMs = 3_600_000
const maxBatch = 10
/** The server checks one Baidu link per two seconds, and a request must end within eight. */
const maxBaiduBatch = 4

type Schedule = (ms: number, run: () => void) => () => void

interface CheckingOptions {
  readonly api: Pick<ApiClient, 'post'>
  /** Epoch milliseconds. */
  readonly epochMs: () => number
  readonly schedule?: Schedule
}

export interface LinkChecking {
  stateOf(key: string): ReadonlySignal<CheckState | undefined>
  /** Sets the visible rows, from top to bottom. */
  setVisibleRows(rows: readonly Row[]): void
  /** Increases with every new result. */
  readonly version: ReadonlySignal<number>
  /** Stops checking until `setVisibleRows` is called again; results are kept. */
  stop(): void
}

export function createLinkChecking({ api, epochMs, schedule = scheduleByTimer }: CheckingOptions): LinkChecking {
  const version = signal(0)
  const verdicts = createCheckVerdicts(epochMs)
  const onChange = () => {
    version.value += 1
  }
  const ask = createCheckRequest({ api, epochMs, verdicts, onChange })
  const stateOf = (key: string) => computed(() => (version.value < 0 ? undefined : verdicts.stateOf(key)))
  return { version, stateOf, ...createScreen({ ask, epochMs, schedule, verdicts }) }
}

function scheduleByTimer(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/** Checks these rows. Resolves to the pause before the next request, in milliseconds; never rejects. */
type CheckRequest = (rows: readonly Row[], abort: AbortSignal) => Promise<number>

interface CheckRequestOptions extends Pick<CheckingOptions, 'api' | 'epochMs'> {
  readonly verdicts: CheckVerdicts
  readonly onChange: () => void
}

function createCheckRequest({ api, verdicts, onChange }: CheckRequestOptions): CheckRequest {
  const answer = async (rows: readonly Row[], abort: AbortSignal) => {
    const items = rows.map(({ type, url, password }) => ({ disk_type: type, url, password }))
    const { results } = await api.post<CheckResponse>(
      '/api/check/links',
      { items },
      { signal: abort, isBackground: true },
    )
    for (const [index, row] of rows.entries()) {
      const result = results[index]
      if (result) verdicts.onResult(row, result)
      else verdicts.onRejection([row])
    }
  }
  return async (rows, abort) => {
    verdicts.onRequest(rows)
    onChange()
    try {
      await answer(rows, abort)
      return 0
    } catch (error) {
      const refusal = error instanceof ApiError ? error : undefined
      if (refusal?.kind === 'badRequest') verdicts.onRejection(rows)
      else verdicts.onFailure(rows)
      return pauseAfter(refusal)
    } finally {
      onChange()
    }
  }
}

/** The server sends Retry-After for these two errors only. Without a credential, retries are pointless. */
function pauseAfter(refusal: ApiError | undefined): number {
  if (refusal?.kind === 'unauthorized') return Number.POSITIVE_INFINITY
  const isTimed = refusal?.kind === 'rate' || refusal?.kind === 'busy'
  return isTimed && refusal.retryAfterS ? refusal.retryAfterS * 1_000 : defaultPauseMs
}

interface ScreenOptions extends Required<Pick<CheckingOptions, 'epochMs' | 'schedule'>> {
  readonly ask: CheckRequest
  readonly verdicts: CheckVerdicts
}

interface Screen {
  rows: readonly Row[]
  isStill: boolean
  /** No request is sent before this time, in epoch milliseconds. */
  pausedUntil: number
  /** The running request. */
  api: AbortController | undefined
  cancel: () => void
}

/** Sends requests one after the other while visible rows are due. */
function createScreen({
  ask,
  epochMs,
  schedule,
  verdicts,
}: ScreenOptions): Pick<LinkChecking, 'setVisibleRows' | 'stop'> {
  const screen: Screen = { rows: [], isStill: false, pausedUntil: 0, api: undefined, cancel: () => undefined }
  const wait = (ms: number, run: () => void) => {
    screen.cancel()
    screen.cancel = schedule(ms, run)
  }
  const next = () => {
    if (screen.api || !screen.isStill) return
    const dueAt = Math.max(screen.pausedUntil, Math.min(...screen.rows.map(verdicts.dueAt)))
    if (dueAt <= epochMs()) void checkNext()
    else if (dueAt < Number.POSITIVE_INFINITY) wait(Math.min(Math.max(dueAt - epochMs(), settleMs), maxTimerMs), next)
  }
  const checkNext = async () => {
    const abort = new AbortController()
    screen.api = abort
    const waitMs = await ask(nextBatch(screen.rows.filter((row) => verdicts.dueAt(row) <= epochMs())), abort.signal)
    if (abort.signal.aborted) return
    screen.api = undefined
    if (waitMs > 0) screen.pausedUntil = epochMs() + waitMs
    next()
  }
  const onSettled = () => {
    screen.isStill = true
    next()
  }
  return {
    setVisibleRows(rows) {
      const isSame = rows.length === screen.rows.length && rows.every(({ key }, at) => key === screen.rows[at]?.key)
      screen.rows = rows
      if (isSame) return
      screen.isStill = false
      wait(settleMs, onSettled)
    },
    stop() {
      screen.cancel()
      screen.api?.abort()
      screen.api = undefined
      screen.rows = []
    },
  }
}

/** Selects the first due rows for a request. Baidu links are slow and wait until no others are due. */
function nextBatch(rows: readonly Row[]): readonly Row[] {
  const others = rows.filter(({ type }) => type !== 'baidu')
  return others.length > 0 ? others.slice(0, maxBatch) : rows.slice(0, maxBaiduBatch)
}
