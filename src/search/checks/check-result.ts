// The result of a link check: state, time and lifetime.
import type { CheckResult } from '../../contract/check.ts'
import type { FailureKind } from '../../upstream/errors.ts'
import type { CheckVerdict } from './check.ts'

/** The result of a check. Times are in epoch milliseconds. */
export interface CheckFinding {
  readonly state: CheckResult['state']
  readonly summary: string
  readonly at: number
  /** The share is not checked again before this time. */
  readonly until: number
}

const hourMs = 60 * 60_000

/** Lifetime of each state: a removed share may be restored; an uncertain one may be decided soon. */
export const ttlByState: Readonly<Record<CheckFinding['state'], number>> = {
  ok: 24 * hourMs,
  locked: 12 * hourMs,
  bad: 6 * hourMs,
  uncertain: hourMs / 2,
  unsupported: 24 * hourMs,
}

/** The finding of a verdict that a cloud gave at `at`. */
export function findingOf({ state, summary }: CheckVerdict, at: number): CheckFinding {
  return { state, summary, at, until: at + ttlByState[state] }
}

/** A finding made without asking the cloud. The page recognises by the first words of the summary that a retry would not help. */
export function unaskedFinding({ state, summary }: CheckVerdict, at: number): CheckFinding {
  return findingOf({ state, summary: state === 'uncertain' ? `cannot be asked: ${summary}` : summary }, at)
}

/** A finding for a link that cannot be checked at all. */
export function unsupported(summary: string, at: number): CheckFinding {
  return { state: 'unsupported', summary, at, until: at + ttlByState.unsupported }
}

/** A finding without a verdict, valid for `forMs` milliseconds. */
export function uncertain(summary: string, at: number, forMs: number): CheckFinding {
  return { state: 'uncertain', summary, at, until: at + forMs }
}

/** User-facing reasons for a failed check. Unlike the failure's own text they never contain the request. */
export const failureTexts: Readonly<Record<FailureKind, string>> = {
  timeout: 'the cloud did not answer in time',
  network: 'the cloud could not be reached',
  unavailable: 'the cloud answered with an error of its own',
  blocked: 'the cloud refused the request',
  mismatch: 'the cloud answered something that cannot be read',
  open: 'the cloud failed recently; checks of it are paused',
}
