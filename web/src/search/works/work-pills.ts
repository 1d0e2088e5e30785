// The best link of a work in each cloud.
import type { HealthOf } from '../../../../client/link-order.ts'
import type { CollectedWorkLink } from '../../../../client/work-collector.ts'
import { type CloudType, cloudTypes } from '../../../../src/contract/cloud-types.ts'

/** The clouds of a work in one order, to be found on every card: the user's own first, those with dead links only last. */
export function cloudsOf(
  links: readonly CollectedWorkLink[],
  mine: readonly CloudType[],
  stateOf: HealthOf,
): readonly CloudType[] {
  const byCloud = Map.groupBy(links, ({ type }) => type)
  const rankOf = (type: CloudType) => {
    const isDead = byCloud.get(type)?.every((link) => stateOf(link) === 'bad') === true
    return Number(isDead) * 2 + Number(!mine.includes(type))
  }
  return cloudTypes
    .filter((type) => byCloud.has(type))
    .map((type) => ({ type, rank: rankOf(type) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ type }) => type)
}

/** The best link of a cloud: links stand best first, but a check may have shown some to be dead since. */
export function bestLink(
  links: readonly CollectedWorkLink[],
  type: CloudType,
  stateOf: HealthOf,
): CollectedWorkLink | undefined {
  const ofCloud = links.filter((link) => link.type === type)
  return ofCloud.find((link) => stateOf(link) !== 'bad') ?? ofCloud[0]
}

/** The best links of a work to pass on: one for each cloud that has one that is not known to be dead. */
export function livingLinks(
  links: readonly CollectedWorkLink[],
  mine: readonly CloudType[],
  stateOf: HealthOf,
): readonly CollectedWorkLink[] {
  return bestLinks(links, mine, stateOf).filter((link) => stateOf(link) !== 'bad')
}

/** The best links of a work, one for each cloud. */
export function bestLinks(
  links: readonly CollectedWorkLink[],
  mine: readonly CloudType[],
  stateOf: HealthOf,
): readonly CollectedWorkLink[] {
  return cloudsOf(links, mine, stateOf).flatMap((type) => bestLink(links, type, stateOf) ?? [])
}
