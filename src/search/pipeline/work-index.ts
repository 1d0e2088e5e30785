// The works of the links of one search: recognises their titles and groups them, again when titles come or go.
import type { WorkAttributes } from '../../contract/work-attributes.ts'
import type { ShareWork } from '../../store/archive/types.ts'
import { attributesOf } from '../works/attributes.ts'
import { groupWorks } from '../works/group-works.ts'
import { type RecognisedTitle, recogniseTitle } from '../works/recognise.ts'
import { searchedName } from '../works/searched-name.ts'
import type { MergedLink } from './merge.ts'

export type WorkIndex = ReturnType<typeof createWorkIndex>

/** Creates the index of a search for `kw`, without links. */
export function createWorkIndex(kw: string) {
  const searched = searchedName(kw)
  const recognised = new Map<string, RecognisedTitle>()
  const titles = new Map<string, RecognisedTitle>()
  const attributes = new Map<string, WorkAttributes>()
  let works: ReadonlyMap<RecognisedTitle, string> = new Map()

  function titleOf({ title }: Pick<MergedLink, 'title'>): RecognisedTitle {
    const known = recognised.get(title) ?? recogniseTitle(title, searched)
    recognised.set(title, known)
    return known
  }

  return {
    /** The name that was searched for, folded; `''` if the keyword has none. */
    searched,
    /** Adds the links, replaces their titles, and forgets those with other `keys`. Returns the former works of links that have another now. */
    update(keys: Iterable<string>, links: readonly MergedLink[]): ReadonlyMap<string, string | undefined> {
      const before = worksOf(titles, works)
      for (const key of keys) titles.delete(key)
      for (const link of links) {
        titles.set(link.share.key, titleOf(link))
        attributes.delete(link.share.key)
      }
      const current = new Set(titles.values())
      const isSame = current.size === works.size && [...current].every((title) => works.has(title))
      if (!isSame) works = groupWorks([...current], searched)
      const after = worksOf(titles, works)
      const shares = new Set([...before.keys(), ...after.keys()])
      const moved = [...shares].filter((share) => before.get(share) !== after.get(share))
      return new Map(moved.map((share) => [share, before.get(share)]))
    },
    /** The key of the work of a share; undefined if it was not added. */
    workOf(share: string): string | undefined {
      const title = titles.get(share)
      return title && works.get(title)
    },
    /** The shares by the key of their work. */
    sharesByWork(): Map<string, string[]> {
      const found = worksOf(titles, works)
      return Map.groupBy(titles.keys(), (share) => found.get(share) ?? '')
    },
    /** Each share with the key of its work. */
    *works(): Generator<ShareWork> {
      for (const [share, title] of titles) {
        const work = works.get(title)
        if (work !== undefined) yield { share, work }
      }
    },
    titleOf,
    /** What the title of a link says about the file, or a field of its post about the size. */
    attributesOf(link: MergedLink): WorkAttributes {
      const { share, title, post } = link
      // The size that a post says is that of its links, unless they are of several works.
      const known = attributes.get(share.key) ?? attributesOf(titleOf(link), title === post.title.text ? post.text : '')
      attributes.set(share.key, known)
      return known
    },
  }
}

/** Keys of works by share. */
function worksOf(titles: ReadonlyMap<string, RecognisedTitle>, works: ReadonlyMap<RecognisedTitle, string>) {
  return new Map([...titles].map(([share, title]) => [share, works.get(title)]))
}
