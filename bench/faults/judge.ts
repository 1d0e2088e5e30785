// Judges what a view showed while a fault was on: right, wrong, or too late to tell.
import { isDeepStrictEqual } from 'node:util'
import { type FaultCase, type Kind, late } from './kinds.ts'
import type { Seen } from './seen.ts'

interface Judgement {
  /** What is wrong; empty if the cell is right. */
  readonly wrong: readonly string[]
  /** What could not be judged, because a busy machine was too late for it, which was told. */
  readonly late: readonly string[]
}

const noAnswer = 'no answer'

/** A request that is not answered at all says so where a failure would be named. */
export function lookPatiently(look: () => Promise<Seen>): Promise<Seen> {
  return look().catch((error: unknown): Seen => ({ told: `${noAnswer}: ${error}`, items: [], well: [] }))
}

export function describe({ told, items }: Seen): string {
  return told ?? (items.length > 0 ? 'answered' : 'nothing')
}

/**
 * Where nothing can tell half of a reply from a whole one, all that can be asked for is that nothing is shown that was not in it. That half is
 * also kept until the list is asked again.
 */
export function isUnknowable({ hasNoEnd }: Kind, { halvesInSilence }: FaultCase): boolean {
  return hasNoEnd === true && halvesInSilence === true
}

export function isPartOf(seen: Seen, right: Seen | undefined): boolean {
  return seen.items.length > 0 && seen.items.every((item) => right?.items.includes(item))
}

/** Whether all that is told is that there was no answer, or none in time. */
export function isTooLate({ told }: Seen): boolean {
  return told !== undefined && (told.startsWith(noAnswer) || late.some((word) => told.includes(word)))
}

function isWellLate({ well: [well] }: Seen): boolean {
  return well === undefined || well === 'uncertain'
}

/** What is wrong with an answer that came while the fault was on, and what was too late. */
export function judge(seen: Seen, right: Seen | undefined, kind: Kind, fault: FaultCase): Judgement {
  const { told: allowed } = fault
  const isNamed = allowed.some((word) => seen.told?.includes(word))
  const isRight = isDeepStrictEqual(seen.items, right?.items)
  const isAnswer = isUnknowable(kind, fault) ? isPartOf(seen, right) : allowed.includes('answered') && isRight
  const isFine = seen.told === undefined ? isAnswer : isNamed
  const wrongly = seen.told === undefined && !isRight ? ' wrongly' : ''
  const told = isFine ? [] : [`told ${describe(seen)}${wrongly}, not ${allowed.join(' or ')}`]
  const others = isDeepStrictEqual(seen.well, right?.well) ? [] : ['the other source did not answer right']
  const [isToldLate, areOthersLate] = [isTooLate(seen), isWellLate(seen)]
  return {
    wrong: [...(isToldLate ? [] : told), ...(areOthersLate ? [] : others)],
    late: [...(isToldLate ? told : []), ...(areOthersLate ? others : [])],
  }
}

/**
 * Whether a busy machine may be to blame, and not the service: it did not answer in time and said so, or it was asked before the fault began
 * and still had the right answer.
 */
export function isUntimely(seen: Seen, right: Seen | undefined, kind: Kind, fault: FaultCase): boolean {
  const isOld = seen.told === undefined && isDeepStrictEqual(seen.items, right?.items)
  const { wrong, late: tooLate } = judge(seen, right, kind, fault)
  return tooLate.length > 0 || (isOld && wrong.length > 0)
}
