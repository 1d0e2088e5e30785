// The works of the links of one search: recognises their titles and groups them, again when titles come or go.
import type { WorkAttributes } from '../../contract/work-attributes.ts'
import type { ShareWork } from '../../store/archive/types.ts'
import { attributesOf } from '../works/attributes.ts'
import { groupWorks } from '../works/group-works.ts'
import type { KnownKinds } from '../works/known-kinds.ts'
import { createRecogniser, type RecognisedTitle, searchedName } from '../works/recognise.ts'
import type { MergedLink } from './merge.ts'

export type WorkIndex = ReturnType<typeof createWorkIndex>

/**
 * Until they are this part of all titles, new ones are grouped without the others: grouping all for each source would be most of the cost of
 * a search with thousands of links.
 */
const maxUngrouped = 1 / 4

/** The former work of a share; undefined for a new one. */
export type FormerWorks = ReadonlyMap<string, string | undefined>

/** The attributes of a link, and what they were found in. */
interface LinkAttributes extends Pick<MergedLink, 'title' | 'post'> {
  readonly work: string | undefined
  readonly attributes: WorkAttributes
}

/** Creates the index of a search for `kw`, without links. `kinds` says what is known of names besides the links. */
export function createWorkIndex(kw: string, kinds?: KnownKinds) {
  const searched = searchedName(kw)
  const titleOf = createTitleMemo(searched)
  const titles = new Map<string, RecognisedTitle>()
  const works = new Map<string, string>()
  const attributes = new Map<string, LinkAttributes>()
  const groups = createTitleGroups(titles, (some) => groupWorks(some, searched, kinds).keys)
  const workOf = (share: string): string | undefined => works.get(share)

  return {
    /** The name that was searched for, folded; `''` if the keyword has none. */
    searched,
    /**
     * Adds the links, replaces their titles, and forgets those with other `keys`. Returns the former works of links that have another now.
     * Only after the last update the works are those of all titles together.
     */
    update(keys: Iterable<string>, links: readonly MergedLink[], isLast: boolean): FormerWorks {
      const touched = new Set([...keys, ...links.map(({ share }) => share.key)])
      const fresh = new Set(links.map(titleOf).filter((title) => !groups.has(title)))
      for (const key of keys) titles.delete(key)
      for (const link of links) titles.set(link.share.key, titleOf(link))
      const isWhole = groups.add(fresh, isLast)
      return move(works, isWhole ? touched.union(titles) : touched, (share) => groups.workOf(titles.get(share)))
    },
    /** The key of the work of a share; undefined if it was not added. */
    workOf,
    /** Each share with the key of its work. */
    *works(): Generator<ShareWork> {
      for (const [share, work] of works) yield { share, work }
    },
    titleOf,
    /** The facts that the title of a link states about the file, or a field of its post about the size. Its work says whether numbers are seasons. */
    attributesOf({ share, title, post }: MergedLink): WorkAttributes {
      const known = attributes.get(share.key)
      const work = workOf(share.key)
      if (known?.title === title && known.post === post && known.work === work) return known.attributes
      // The size that a post says is that of its links, unless they are of several works.
      const found = attributesOf(titleOf({ title }), title === post.title.text ? post.text : '', work)
      attributes.set(share.key, { title, post, work, attributes: found })
      return found
    },
  }
}

/** Gives shares their works of now, and returns the former ones of those that have another. */
function move(
  works: Map<string, string>,
  shares: ReadonlySet<string>,
  workOf: (share: string) => string | undefined,
): FormerWorks {
  const former = new Map<string, string | undefined>()
  for (const share of shares) {
    const [from, to] = [works.get(share), workOf(share)]
    if (from === to) continue
    former.set(share, from)
    if (to === undefined) works.delete(share)
    else works.set(share, to)
  }
  return former
}

/** Recognises each title once: the links of a post share theirs, and sources bring the same posts. */
function createTitleMemo(searched: string) {
  const recognise = createRecogniser(searched)
  const recognised = new Map<string, RecognisedTitle>()
  return ({ title }: Pick<MergedLink, 'title'>): RecognisedTitle => {
    const known = recognised.get(title)
    if (known !== undefined) return known
    const found = recognise(title)
    recognised.set(title, found)
    return found
  }
}

/** Creates the works of the titles of shares. */
function createTitleGroups(
  titles: ReadonlyMap<string, RecognisedTitle>,
  group: (titles: readonly RecognisedTitle[]) => Map<RecognisedTitle, string>,
) {
  let works = new Map<RecognisedTitle, string>()
  let ungrouped = 0
  return {
    workOf: (title: RecognisedTitle | undefined) => title && works.get(title),
    has: (title: RecognisedTitle) => works.has(title),
    /** Groups new titles: alone, or all titles again. Returns whether all were. */
    add(fresh: ReadonlySet<RecognisedTitle>, isLast: boolean): boolean {
      if (!isLast && ungrouped + fresh.size <= (works.size - ungrouped) * maxUngrouped) {
        for (const [title, work] of group([...fresh])) works.set(title, work)
        ungrouped += fresh.size
        return false
      }
      const current = new Set(titles.values())
      const isSame = ungrouped === 0 && current.size === works.size && [...current].every((title) => works.has(title))
      if (!isSame) works = group([...current])
      ungrouped = 0
      return true
    },
  }
}
