// Has the links on the screen checked: once it has been still, a few at a time, and none again before what is known of it is out of date.
import { computed, type ReadonlySignal, signal } from '@preact/signals'
import type { CheckResponse } from '../../../src/contract/check.ts'
import { AskError, type Asking } from '../fetching.ts'
import type { Row } from './row.ts'
import { type CheckState, createVerdicts, type Verdicts } from './verdicts.ts'

/** The screen has to be still for so long. */
const stillMs = 400
/** After a refusal that does not say how long to wait. */
const pauseMs = 60_000
/** A timer of many days would fire at once. */
const longestWaitMs = 3_600_000
/** What one request asks about. */
const mostAtOnce = 10
/** Baidu takes one check in two seconds, and a request has to be answered within eight. */
const mostOfBaidu = 4

/** Runs something later. Returns what prevents it. */
type Later = (ms: number, run: () => void) => () => void

interface CheckingParts {
  readonly asking: Pick<Asking, 'post'>
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly later?: Later
}

/** What is known of links from checks. */
export interface Checking {
  stateOf(key: string): ReadonlySignal<CheckState | undefined>
  /** These are on the screen now, from top to bottom. */
  look(rows: readonly Row[]): void
  /** Goes up whenever something new is known. */
  readonly version: ReadonlySignal<number>
  /** Asks nothing more until it is told of a screen again; what is known stays. */
  stop(): void
}

/** Makes it. */
export function createChecking({ asking, now, later = laterByTimer }: CheckingParts): Checking {
  const version = signal(0)
  const verdicts = createVerdicts(now)
  const changed = () => {
    version.value += 1
  }
  const ask = createAsk({ asking, now, verdicts, changed })
  const stateOf = (key: string) => computed(() => (version.value < 0 ? undefined : verdicts.stateOf(key)))
  return { version, stateOf, ...createScreen({ ask, now, later, verdicts }) }
}

function laterByTimer(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/** Asks about these. Resolves with how long nothing should be asked then, in milliseconds; never rejects. */
type Ask = (rows: readonly Row[], abort: AbortSignal) => Promise<number>

interface AskParts extends Pick<CheckingParts, 'asking' | 'now'> {
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
      else verdicts.unanswered([row], true)
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
      verdicts.unanswered(rows, refusal?.refusal === 'wrong')
      return pauseOf(refusal)
    } finally {
      changed()
    }
  }
}

/** Only of these two refusals does the service know how long they last. Who has not said who he is stays unknown. */
function pauseOf(refusal: AskError | undefined): number {
  if (refusal?.refusal === 'unproved') return Number.POSITIVE_INFINITY
  const isTimed = refusal?.refusal === 'rate' || refusal?.refusal === 'busy'
  return isTimed && refusal.retryAfterS ? refusal.retryAfterS * 1_000 : pauseMs
}

interface ScreenParts extends Required<Pick<CheckingParts, 'now' | 'later'>> {
  readonly ask: Ask
  readonly verdicts: Verdicts
}

interface Screen {
  rows: readonly Row[]
  isStill: boolean
  /** Nothing is asked before, in epoch milliseconds. */
  pausedUntil: number
  /** The one request under way. */
  asking: AbortController | undefined
  /** Prevents what was to happen later. */
  cancel: () => void
}

/** One request after the other, as long as something on the screen is to be asked about. */
function createScreen({ ask, now, later, verdicts }: ScreenParts): Pick<Checking, 'look' | 'stop'> {
  const screen: Screen = { rows: [], isStill: false, pausedUntil: 0, asking: undefined, cancel: () => undefined }
  const wait = (ms: number, run: () => void) => {
    screen.cancel()
    screen.cancel = later(ms, run)
  }
  const next = () => {
    if (screen.asking || !screen.isStill) return
    const dueAt = Math.max(screen.pausedUntil, Math.min(...screen.rows.map(verdicts.dueAt)))
    if (dueAt <= now()) return void askNext()
    if (dueAt < Number.POSITIVE_INFINITY) wait(Math.min(Math.max(dueAt - now(), stillMs), longestWaitMs), next)
  }
  const askNext = async () => {
    const abort = new AbortController()
    screen.asking = abort
    const restMs = await ask(batchOf(screen.rows.filter((row) => verdicts.dueAt(row) <= now())), abort.signal)
    if (abort.signal.aborted) return
    screen.asking = undefined
    if (restMs > 0) screen.pausedUntil = now() + restMs
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

/** The first ones of the screen that go into one request. Baidu, which would hold up the others, comes when nothing else is due. */
function batchOf(rows: readonly Row[]): readonly Row[] {
  const others = rows.filter(({ type }) => type !== 'baidu')
  return others.length > 0 ? others.slice(0, mostAtOnce) : rows.slice(0, mostOfBaidu)
}
