// The clouds of the results as filters.
import { type CloudType, cloudTypes } from '../../../src/contract/cloud-types.ts'
import type { Arranged } from './arrange.ts'

/** A phone shows two: those that most posts have links in. */
const frequent = ['quark', 'baidu'] as const

/** The clouds that results have links in, and the chosen one; the user's own first. */
export function cloudFilters(
  counts: Arranged['counts'],
  mine: readonly CloudType[],
  chosen: CloudType | 'all',
): readonly CloudType[] {
  return [...new Set([...mine, ...frequent, ...cloudTypes])].filter((type) => counts.has(type) || type === chosen)
}
