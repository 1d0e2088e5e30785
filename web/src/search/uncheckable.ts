// The clouds whose links cannot be checked.
import type { CloudType } from '../../../src/contract/cloud-types.ts'

const uncheckable: ReadonlySet<CloudType> = new Set<CloudType>(['guangya', 'magnet', 'ed2k', 'others'])

/** No space is reserved for a result of these. */
export function isUncheckable(type: CloudType): boolean {
  return uncheckable.has(type)
}
