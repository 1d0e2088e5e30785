// Checks the visible links: after scrolling stops, in small batches, and again only after expiry.
import { computed, type ReadonlySignal, signal } from '@preact/signals'
import type { CheckResponse } from '../../../src/contract/check.ts'
import { AskError, type Asking } from '../fetching.ts'
import type { Row } from './row.ts'
import { type CheckState, createVerdicts, type Verdicts } from './verdicts.ts'

/** Time without scrolling before links are checked. */
const stillMs = 400
/** Pause after an error without Retry-After. */
const pauseMs = 60_000
/** Limit for timers: `setTimeout` fires at once for very long delays. */
const longestWaitMs = 3_600_000
/** Links per request. */
const mostAtOnce = 10
/** The server checks one Baidu link per two seconds, and a request must end within eight. */
const mostOfBaidu = 4

/** Schedules a callback. Returns a function that cancels it. */
type Later = (ms: number, run: () => void) => () => void

interface CheckingParts {
  readonly asking: Pick<Asking, 'post'>
  /** Epoch milliseconds. */
  readonly epochMs: () => number
  readonly later?: Later
}

/** Results of link checks. */
export interface Checking {
  stateOf(key: string): ReadonlySignal<CheckState | undefined>
  /** Sets the visible rows, from top to bottom. */
  look(rows: readonly Row[]): void
  /** Increases with every new result. */
  readonly version: ReadonlySignal<number>
  /** Stops checking until `look` is called again; results are kept. */
  stop(): void
}

export function createChecking({ asking, epochMs, later = laterByTimer }: CheckingParts): Checking {
  const version = signal(0)
  const verdicts = createVerdicts(epochMs)
  const changed = () => {
    version.value += 1
  }
  const ask = createAsk({ asking, epochMs, verdicts, changed })
  const stateOf = (key: string) => computed(() => (version.value < 0 ? undefined : verdicts.stateOf(key)))
  return { version, stateOf, ...createScreen({ ask, epochMs, later, verdicts }) }
}

function laterByTimer(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/** Checks these rows. Resolves to the pause before the next request, in milliseconds; never rejects. */
type Ask = (rows: readonly Row[], abort: AbortSignal) => Promise<number>

interface AskParts extends Pick<CheckingParts, 'asking' | 'epochMs'> {
  readonly verdicts: Verdicts
  readonly changed: () => void
}

function createAsk({ asking, verdicts, changed }: AskParts): Ask {
  const answer = async (rows: readonly Row[], abort: AbortSignal) => {
    const items = rows.map(({ type, url, password }) => ({ disk_type: type, url, password }))
    const { results } = await asking.post<CheckResponse>(
      '/api/check/links',
      { items },
      { signal: abort, isQuiet: true },
    )
    for (const [index, row] of rows.entries()) {
      const result = results[index]
      if (result) verdicts.told(row, result)
      else verdicts.rejected([row])
    }
  }
  return async (rows, abort) => {
    verdicts.ask(rows)
    changed()
    try {
      await answer(rows, abort)
      return 0
    } catch (error) {
      const refusal = error instanceof AskError ? error : undefined
      if (refusal?.refusal === 'badRequest') verdicts.rejected(rows)
      else verdicts.unanswered(rows)
      return pauseOf(refusal)
    } finally {
      changed()
    }
  }
}

/** The server sends Retry-After for these two errors only. Without a credential, retries are pointless. */
function pauseOf(refusal: AskError | undefined): number {
  if (refusal?.refusal === 'unauthorized') return Number.POSITIVE_INFINITY
  const isTimed = refusal?.refusal === 'rate' || refusal?.refusal === 'busy'
  return isTimed && refusal.retryAfterS ? refusal.retryAfterS * 1_000 : pauseMs
}

interface ScreenParts extends Required<Pick<CheckingParts, 'epochMs' | 'later'>> {
  readonly ask: Ask
  readonly verdicts: Verdicts
}

interface Screen {
  rows: readonly Row[]
  isStill: boolean
  /** No request is sent before this time, in epoch milliseconds. */
  pausedUntil: number
  /** The running request. */
  asking: AbortController | undefined
  /** Cancels the scheduled callback. */
  cancel: () => void
}

/** Sends requests one after the other while visible rows are due. */
function createScreen({ ask, epochMs, later, verdicts }: ScreenParts): Pick<Checking, 'look' | 'stop'> {
  const screen: Screen = { rows: [], isStill: false, pausedUntil: 0, asking: undefined, cancel: () => undefined }
  const wait = (ms: number, run: () => void) => {
    screen.cancel()
    screen.cancel = later(ms, run)
  }
  const next = () => {
    if (screen.asking || !screen.isStill) return
    const dueAt = Math.max(screen.pausedUntil, Math.min(...screen.rows.map(verdicts.dueAt)))
    if (dueAt <= epochMs()) void askNext()
    else if (dueAt < Number.POSITIVE_INFINITY) wait(Math.min(Math.max(dueAt - epochMs(), stillMs), longestWaitMs), next)
  }
  const askNext = async () => {
    const abort = new AbortController()
    screen.asking = abort
    const restMs = await ask(batchOf(screen.rows.filter((row) => verdicts.dueAt(row) <= epochMs())), abort.signal)
    if (abort.signal.aborted) return
    screen.asking = undefined
    if (restMs > 0) screen.pausedUntil = epochMs() + restMs
    next()
  }
  const moved = () => {
    screen.isStill = true
    next()
  }
  return {
    look(rows) {
      const isSame = rows.length === screen.rows.length && rows.every(({ key }, at) => key === screen.rows[at]?.key)
      screen.rows = rows
      if (isSame) return
      screen.isStill = false
      wait(stillMs, moved)
    },
    stop() {
      screen.cancel()
      screen.asking?.abort()
      screen.asking = undefined
      screen.rows = []
    },
  }
}

/** Selects the first due rows for a request. Baidu links are slow and wait until no others are due. */
function batchOf(rows: readonly Row[]): readonly Row[] {
  const others = rows.filter(({ type }) => type !== 'baidu')
  return others.length > 0 ? others.slice(0, mostAtOnce) : rows.slice(0, mostOfBaidu)
}
