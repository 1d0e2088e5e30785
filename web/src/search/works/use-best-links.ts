// The best links of a work, in places that do not change while the search runs, nor with every check.
import { useMemo, useRef } from 'preact/hooks'
import type { HealthOf } from '../../../../client/link-order.ts'
import type { CollectedWorkLink } from '../../../../client/work-collector.ts'
import type { CloudType } from '../../../../src/contract/cloud-types.ts'
import { confirmedState, currentHealth } from '../link-health.ts'
import type { ListContext } from '../list-context.ts'
import { bestLink, cloudsOf } from './work-pills.ts'

/** `placing` changes when they are put into other places. */
export function useBestLinks(
  links: readonly CollectedWorkLink[],
  { mine, checking, isStill }: Pick<ListContext, 'mine' | 'checking' | 'isStill'>,
) {
  const shown = useRef<readonly CloudType[]>([])
  const placing = useRef('')
  const clouds = useMemo(() => {
    const latest = cloudsOf(links, mine, currentHealth(checking))
    if (isStill.current) return [...new Set([...shown.current.filter((type) => latest.includes(type)), ...latest])]
    placing.current = latest.join()
    return latest
  }, [links, mine, checking])
  shown.current = clouds
  const states = useMemo(() => new Map(links.map(({ key }) => [key, checking.stateOf(key)])), [links, checking])
  // A dead link gives its place to the next one of its cloud at once.
  const stateOf: HealthOf = (link) => confirmedState(link, states.get(link.key)?.value)
  return { best: clouds.flatMap((type) => bestLink(links, type, stateOf) ?? []), placing: placing.current }
}
