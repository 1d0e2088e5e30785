// How a share is known to be: by what its cloud was asked for this page, else by what the service told with it.
import type { Row, RowHealth } from './row.ts'
import type { CheckState } from './verdicts.ts'

/** What is shown of it. */
export interface KnownState {
  readonly state: RowHealth['state'] | 'uncertain' | 'asking'
  readonly checkedAt?: number | undefined
}

/** How the service begins to say that it has no means to ask: no token for a cloud, an address that does not tell the share. */
const cannotAsk = 'cannot be asked: '

/** Undefined when nothing is known, or can be. What is out of date is not shown. */
export function knownState(row: Row, check: CheckState | undefined, now: number): KnownState | undefined {
  const told = row.health && row.health.expiresAt > now ? row.health : undefined
  if (!check || check.state === 'unsupported' || check.summary?.startsWith(cannotAsk)) return told
  if (check.state === 'asking' || check.state === 'uncertain') return told ?? { state: check.state }
  return { state: check.state, checkedAt: check.checkedAt }
}

/** What sinks or is hidden goes by this: only what somebody is sure of counts, and what the service told for as long as the service itself goes by it. */
export function sureState(row: Row, check: CheckState | undefined): RowHealth['state'] | undefined {
  const isSure = check?.state === 'ok' || check?.state === 'bad' || check?.state === 'locked'
  return isSure ? check.state : row.health?.state
}

/** What the order goes by: the same, and that a check could not tell. */
export function orderState(row: Row, check: CheckState | undefined): RowHealth['state'] | 'uncertain' | undefined {
  return sureState(row, check) ?? (check?.state === 'uncertain' ? 'uncertain' : undefined)
}
