// What an item of a check request asks about: a share and its access code, or why there is nothing to be asked.
import type { CheckItem } from '../../contract/check.ts'
import type { CloudType } from '../../contract/search.ts'
import { codeInField } from '../clouds/code-value.ts'
import { cloudNamed } from '../clouds/names.ts'
import { recognise, type Share } from '../clouds.ts'

/** A share that is to be checked with this access code, `''` for none. */
export interface ShareToCheck {
  readonly share: Share
  readonly password: string
}

/** An item as it is understood. */
export interface ReadItem {
  /** Absent when its address is no share we know. */
  readonly asked?: ShareToCheck
  /** Why nobody can be asked; absent when somebody can. */
  readonly why?: string
}

/**
 * Reads an item. The address alone says which cloud is asked; where the item names another one, nobody is, because one of the two must
 * be a slip.
 */
export function readItem({ disk_type, url, password }: CheckItem): ReadItem {
  const share = recognise(url)
  if (share === undefined) return { why: 'no address of a share on a known cloud' }
  const asked = { share, password: codeInField(password) || share.password }
  const named = namedCloud(disk_type)
  if (named !== undefined && named !== share.type)
    return { asked, why: `the address is one of ${share.type}, not of ${named}` }
  return { asked }
}

/** `others`, and a word that is no cloud's name, name none. */
function namedCloud(name: string): CloudType | undefined {
  const named = cloudNamed(name)
  return named === 'others' ? undefined : named
}
