// Checks of the links that can be seen.
import { useEffect } from 'preact/hooks'
import type { ShownWork } from './arrange-works.ts'
import type { CardContext } from './card-context.ts'
import { confirmedHealth } from './use-visible-works.ts'
import { bestLinks } from './work-pills.ts'
import type { WorkRow } from './work-rows.ts'

/** Passes the links of the opened work, else those on the visible cards, to the checks: first the best link of each. */
export function useLinkChecks(
  { checking, mine }: CardContext,
  opened: ShownWork | undefined,
  visible: readonly WorkRow[],
): void {
  // A link that is found dead gives its place to another.
  const version = checking.version.value
  const works = visible.flatMap((row) => row.works)
  const shown = opened?.work.links ?? works.flatMap(({ links }) => links)
  const keys = shown.map(({ key }) => key).join('\n')
  useEffect(() => {
    const stateOf = confirmedHealth(checking)
    const best = works.flatMap(({ links }) => bestLinks(links, mine, stateOf).map((link, rank) => ({ link, rank })))
    checking.setVisibleRows(opened?.work.links ?? best.sort((a, b) => a.rank - b.rank).map(({ link }) => link))
  }, [checking, keys, version, mine])
}
