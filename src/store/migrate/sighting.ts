// A sighting during a migration, and the merge of its share.
import type { StoredShare, UnitOfWork } from '../archive/unit-of-work.ts'
import { storableText } from '../sql/json-lists.ts'

/** A sighting of the source database, with its share. */
export interface MigratingSighting {
  readonly id: number
  /** Ids of its share and its source in the source database. */
  readonly share: number
  readonly origin: number
  readonly key: string
  readonly type: number
  readonly url: string
  readonly password: string
  readonly source: string
  readonly post: string
  readonly title: string
  readonly heading: string
  readonly at: number | null
  readonly first: number
  readonly last: number
  /** Fields of the share. */
  readonly code: string
  readonly seen: number
  readonly health: string | null
  readonly checked: number | null
}

/** Replaces characters that PostgreSQL rejects and that older versions stored. */
export function toStorable(given: MigratingSighting): MigratingSighting {
  const { key, url, password, source, post, title, heading, code } = given
  if ([key, url, password, source, post, title, heading, code].every(isStorableText)) return given
  return {
    ...given,
    key: storableText(key),
    url: storableText(url),
    password: storableText(password),
    source: storableText(source),
    post: storableText(post),
    title: storableText(title),
    heading: storableText(heading),
    code: storableText(code),
  }
}

/** Checked first, because nearly all texts are valid and the check is cheap. */
function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/** Merges a sighting's share into the unit of work; later findings win. Returns the share, and whether it changed. */
export function mergeShare(
  ledger: UnitOfWork,
  given: MigratingSighting,
): { readonly share: StoredShare; readonly isChanged: boolean } {
  const { key, url, code, seen, health, checked } = given
  const share = ledger.share(key)
  if (!share) {
    const deadAt = ledger.recover(key)
    const isDead = deadAt !== undefined && isLater(deadAt, checked)
    const known = isDead ? { health: 'bad', checked: deadAt } : { health, checked }
    return { share: ledger.addShare({ key, url, code, seen, ...known }), isChanged: true }
  }
  const changes: Partial<StoredShare> = {
    ...(seen > share.seen && { seen, url }),
    ...(share.code === '' && code !== '' && { code }),
    ...(isLater(checked, share.checked) && { health, checked }),
  }
  const isChanged = Object.keys(changes).length > 0
  if (isChanged) ledger.changed(Object.assign(share, changes))
  return { share, isChanged }
}

function isLater(one: number | null, other: number | null): boolean {
  return one !== null && (other === null || one > other)
}
