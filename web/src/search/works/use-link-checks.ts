// Checks of the links on the cards.
import { useEffect } from 'preact/hooks'
import type { CollectedLink as Row } from '../../../../client/link-collector.ts'
import type { HealthOf } from '../../../../client/link-order.ts'
import type { CloudType } from '../../../../src/contract/cloud-types.ts'
import type { ShownWork } from './arrange-works.ts'
import type { CardContext } from './card-context.ts'
import { confirmedHealth } from './use-visible-works.ts'
import { bestLinks } from './work-pills.ts'
import type { WorkRow } from './work-rows.ts'

/** Passes the links of the opened work, else the best links on these cards, to the checks. */
export function useLinkChecks(
  { checking, mine }: CardContext,
  opened: ShownWork | undefined,
  rows: readonly WorkRow[],
): void {
  const works = rows.flatMap((row) => row.works)
  // A link that is found dead gives its place to another.
  const version = checking.version.value
  const shown = opened?.work.links ?? works.flatMap(({ links }) => links)
  const keys = shown.map(({ key }) => key).join('\n')
  useEffect(() => {
    checking.setVisibleRows(opened?.work.links ?? bestFirst(works, mine, confirmedHealth(checking)))
  }, [checking, keys, version, mine])
}

/** First the best link of each work. */
function bestFirst(works: readonly ShownWork[], mine: readonly CloudType[], stateOf: HealthOf): readonly Row[] {
  const best = works.flatMap(({ links }) => bestLinks(links, mine, stateOf).map((link, rank) => ({ link, rank })))
  return best.sort((a, b) => a.rank - b.rank).map(({ link }) => link)
}
