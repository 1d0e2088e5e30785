// A sighting on its way from one database to another, and what its share makes of what the new one knows of it.
import type { Ledger, Share } from './archive-ledger.ts'
import { asKept } from './sql-lists.ts'

/** A sighting as it stands in its old database, with its share. */
export interface MovingSighting {
  readonly id: number
  /** The numbers of its share and its source, in its old database. */
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
  /** Of the share, like all that follows. */
  readonly code: string
  readonly seen: number
  readonly health: string | null
  readonly checked: number | null
}

/** As it can be kept in either database: what an earlier Trawl wrote may hold what PostgreSQL refuses. */
export function asMoved(given: MovingSighting): MovingSighting {
  const { key, url, password, source, post, title, heading, code } = given
  if ([key, url, password, source, post, title, heading, code].every(isFit)) return given
  return {
    ...given,
    ...{ key: asKept(key), url: asKept(url), password: asKept(password), source: asKept(source) },
    ...{ post: asKept(post), title: asKept(title), heading: asKept(heading), code: asKept(code) },
  }
}

/** Nearly all are, and looking costs less. */
function isFit(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/** Takes over, in the memory of the ledger, what a sighting says of its share; what was found out later stands. Gives the share, and whether anything was news. */
export function mergeShare(
  ledger: Ledger,
  given: MovingSighting,
): { readonly share: Share; readonly isChanged: boolean } {
  const { key, url, code, seen, health, checked } = given
  const share = ledger.share(key)
  if (!share) {
    const deadAt = ledger.recover(key)
    const isDead = deadAt !== undefined && isLater(deadAt, checked)
    const known = isDead ? { health: 'bad', checked: deadAt } : { health, checked }
    return { share: ledger.addShare({ key, url, code, seen, ...known }), isChanged: true }
  }
  const news: Partial<Share> = {
    ...(seen > share.seen && { seen, url }),
    ...(share.code === '' && code !== '' && { code }),
    ...(isLater(checked, share.checked) && { health, checked }),
  }
  const isChanged = Object.keys(news).length > 0
  if (isChanged) ledger.changed(Object.assign(share, news))
  return { share, isChanged }
}

function isLater(one: number | null, other: number | null): boolean {
  return one !== null && (other === null || one > other)
}
