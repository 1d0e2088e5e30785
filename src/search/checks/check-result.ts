// The result of a link check: state, time and lifetime.
import type { CheckResult } from '../../contract/check.ts'
import type { FailureKind } from '../../upstream/errors.ts'

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

/** The finding of a verdict that was given at `at`, valid for `forMs` milliseconds. */
export function findingOf(
  { state, summary }: Pick<CheckFinding, 'state' | 'summary'>,
  at: number,
  forMs = ttlByState[state],
): CheckFinding {
  return { state, summary, at, until: at + forMs }
}

/** A finding without a verdict, valid for `forMs` milliseconds. */
export function uncertain(summary: string, at: number, forMs: number): CheckFinding {
  return findingOf({ state: 'uncertain', summary }, at, forMs)
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
