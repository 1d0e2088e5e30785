// Health of a share: from a check of this page, else from the search response.

import type { CollectedLink as Row } from '../../../client/link-collector.ts'
import type { HealthOf } from '../../../client/link-order.ts'
import type { CheckState, LinkChecking } from './link-checking.ts'

type ReportedState = NonNullable<Row['health']>['state']

export interface LinkHealth {
  readonly state: ReportedState | 'uncertain' | 'asking'
  readonly checkedAt?: number | undefined
}

/** Prefix of the server's summary if it cannot check the link: no token for the cloud, or an incomplete URL. */
const cannotAskPrefix = 'cannot be asked: '

/** Whether the server has no means to check the link. */
export function cannotBeAsked(summary: string | undefined): boolean {
  return summary?.startsWith(cannotAskPrefix) === true
}

/**
 * Returns the health to display; undefined if nothing is known or the link cannot be checked. Expired health is not
 * displayed.
 */
export function displayedHealth(row: Row, check: CheckState | undefined, now: number): LinkHealth | undefined {
  const reported = row.health && row.health.expiresAt > now ? row.health : undefined
  if (!check || check.state === 'unsupported' || cannotBeAsked(check.summary)) return reported
  if (check.state === 'asking' || check.state === 'uncertain') return reported ?? { state: check.state }
  return { state: check.state, checkedAt: check.checkedAt }
}

/**
 * Health used for hiding and sorting dead links: definite check results, else the health of the search response, which
 * the server itself keeps to.
 */
export function confirmedState(row: Row, check: CheckState | undefined): ReportedState | undefined {
  const isConfirmed = check?.state === 'ok' || check?.state === 'bad' || check?.state === 'locked'
  return isConfirmed ? check.state : row.health?.state
}

/** Health used for sorting: the same, plus inconclusive checks. */
export function sortState(row: Row, check: CheckState | undefined): ReportedState | 'uncertain' | undefined {
  return confirmedState(row, check) ?? (check?.state === 'uncertain' ? 'uncertain' : undefined)
}

/** The current health of links, without a subscription to it. */
export function currentHealth(checking: LinkChecking): HealthOf {
  return (link) => sortState(link, checking.stateOf(link.key).peek())
}
