// What was found of a share: its state, when, and how long that may be believed.
import type { CheckResult } from '../../contract/check.ts'
import type { FailureKind } from '../../upstream/errors.ts'
import type { Verdict } from './check.ts'

/** What is answered about a share. Times are in epoch milliseconds. */
export interface Finding {
  readonly state: CheckResult['state']
  readonly summary: string
  readonly at: number
  /** Until then nobody is asked again. */
  readonly until: number
}

const hourMs = 60 * 60_000

/** How long each state is believed. What is gone may have been put back; what was not told may be told soon. */
export const believedForMs: Readonly<Record<Finding['state'], number>> = {
  ok: 24 * hourMs,
  locked: 12 * hourMs,
  bad: 6 * hourMs,
  uncertain: hourMs / 2,
  unsupported: 24 * hourMs,
}

/** A verdict that a cloud gave at that time. */
export function findingOf({ state, summary }: Verdict, at: number): Finding {
  return { state, summary, at, until: at + believedForMs[state] }
}

/** What is known of a share without its cloud. The page tells by the first words of a summary that asking again would not help. */
export function unaskedFinding({ state, summary }: Verdict, at: number): Finding {
  return findingOf({ state, summary: state === 'uncertain' ? `cannot be asked: ${summary}` : summary }, at)
}

/** Nobody can be asked, now or tomorrow. */
export function unsupported(summary: string, at: number): Finding {
  return { state: 'unsupported', summary, at, until: at + believedForMs.unsupported }
}

/** Nothing was told; believed for so long, in milliseconds. */
export function uncertain(summary: string, at: number, forMs: number): Finding {
  return { state: 'uncertain', summary, at, until: at + forMs }
}

/** Why a cloud told nothing, for people. A failure's own words may hold what was asked; these do not. */
export const wordsFor: Readonly<Record<FailureKind, string>> = {
  timeout: 'the cloud did not answer in time',
  network: 'the cloud could not be reached',
  unavailable: 'the cloud answered with an error of its own',
  blocked: 'the cloud did not want to be asked',
  mismatch: 'the cloud answered something that cannot be read',
  open: 'the cloud failed lately and is left alone for a while',
}
