// Checks of the links on the screen.
import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'
import type { HealthOf } from '../../../client/link-order.ts'
import type { CollectedWorkLink } from '../../../client/work-collector.ts'
import type { CloudType } from '../../../src/contract/cloud-types.ts'
import type { Result } from './arrange.ts'
import { currentHealth } from './link-health.ts'
import type { ListContext } from './list-context.ts'
import { visibleItems } from './visible-items.ts'
import { bestLinks } from './works/work-pills.ts'

/** Results below the screen whose links are checked too while only working links are shown. */
const checkedAhead = 60
/** Time without scrolling before the screen is looked at. */
const settleMs = 100

interface ChecksOptions extends Pick<ListContext, 'checking' | 'mine'> {
  /** Whether an opened work covers the list. */
  readonly isCovered: boolean
  readonly isAhead: boolean
}

/** Passes the best links of the results on the screen to the checks. */
export function useLinkChecks(
  list: RefObject<HTMLElement>,
  results: readonly Result[],
  { checking, mine, isCovered, isAhead }: ChecksOptions,
): void {
  // A link that is found dead gives its place to another.
  const version = checking.version.value
  useEffect(() => {
    if (isCovered) return
    const look = () => {
      const [top, ...others] = visibleItems(list.current)
      const first = results.findIndex(({ key }) => key === top?.dataset.row)
      const count = top ? 1 + others.length + (isAhead ? checkedAhead : 0) : 0
      checking.setVisibleRows(
        bestFirst(results.slice(Math.max(0, first)).slice(0, count), mine, currentHealth(checking)),
      )
    }
    look()
    let timer = 0
    const onScroll = () => {
      clearTimeout(timer)
      timer = window.setTimeout(look, settleMs)
    }
    addEventListener('scroll', onScroll, { passive: true })
    addEventListener('resize', onScroll)
    return () => {
      clearTimeout(timer)
      removeEventListener('scroll', onScroll)
      removeEventListener('resize', onScroll)
    }
  }, [checking, results, version, mine, isCovered, isAhead])
}

/** First the best link of each result. */
function bestFirst(results: readonly Result[], mine: readonly CloudType[], stateOf: HealthOf): CollectedWorkLink[] {
  const best = results.flatMap(({ links }) => bestLinks(links, mine, stateOf).map((link, rank) => ({ link, rank })))
  return best.sort((a, b) => a.rank - b.rank).map(({ link }) => link)
}
