// Parses an item of a check request to a share and its access code, or to the reason why it cannot be checked.
import type { CheckItem } from '../../contract/check.ts'
import { codeInField } from '../clouds/access-code-format.ts'
import { type CloudShare, recognise } from '../clouds/recognise.ts'
import { cloudNamed } from '../clouds/table.ts'

/** A share to check with an access code, `''` for none. */
export interface ShareToCheck {
  readonly share: CloudShare
  readonly password: string
}

export interface ParsedItem {
  /** Absent if the address is not a known share. */
  readonly asked?: ShareToCheck
  /** Why the item cannot be checked; absent if it can. */
  readonly reason?: string
}

/** Parses an item. The address decides the cloud; if the item names another one, it is not checked because one of them must be wrong. */
export function parseItem({ disk_type, url, password }: CheckItem): ParsedItem {
  const share = recognise(url)
  if (share === undefined) return { reason: 'no address of a share on a known cloud' }
  const asked = { share, password: codeInField(password) || share.password }
  const named = cloudNamed(disk_type)
  // `others` is also the cloud of unknown names.
  if (named === 'others' || named === share.type) return { asked }
  return { asked, reason: `the address is one of ${share.type}, not of ${named}` }
}
