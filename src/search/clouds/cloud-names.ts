// Maps the cloud names used by sites to cloud types.
import { type CloudType, cloudTypes } from '../../contract/search.ts'
import written from './cloud-names.json' with { type: 'json' }

/** Names other than those of the contract (upstreams/search: hunhepan, sousou, jikepan, wanou, pansearch, and web pages). */
const aliases: Readonly<Partial<Record<CloudType, readonly string[]>>> = written

const typeOfName: ReadonlyMap<string, CloudType> = new Map(
  cloudTypes.flatMap((type) => [type, ...(aliases[type] ?? [])].map((name): [string, CloudType] => [name, type])),
)

/** The cloud type of a site's name, in any letter case; `others` if unknown. */
export function cloudNamed(name: string): CloudType {
  return typeOfName.get(name.trim().toLowerCase()) ?? 'others'
}
