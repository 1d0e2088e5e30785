// Finds the links of a result that match a request, with their relevance.
import type { CloudType, SearchRequest } from '../contract/search.ts'
import { fold } from '../reading/fold.ts'
import type { Folded, Result, ResultLink } from './result.ts'
import { holdsAll, wordsOf } from './words.ts'

/** Where all words of the keyword occur: in the link's title, or only in the surrounding text. */
export type Relevance = 'title' | 'text'

export interface Match {
  readonly result: Result
  readonly link: ResultLink
  /** The title of the link's work, or of the post. */
  readonly title: string
  readonly relevance: Relevance
}

/** The fields of a request that select links. */
export type Wanted = Pick<SearchRequest, 'kw' | 'ext' | 'filter'> & {
  readonly clouds: ReadonlySet<CloudType> | undefined
}

/**
 * Creates a function that returns the matching links of a result. All words of the keyword must occur, in any order; for a link of one
 * of several works, in the work's title and the post's heading. For plugins `ext.title_en` is an alternative keyword.
 */
export function createMatcher({ kw, ext, filter, clouds }: Wanted): (result: Result) => Match[] {
  const words = wordsOf(kw)
  const english = ext.title_en === undefined ? [words] : [words, wordsOf(ext.title_en)]
  const include = (filter?.include ?? []).map(fold)
  const exclude = (filter?.exclude ?? []).map(fold)
  const passes = (folded: string) =>
    !exclude.some((word) => folded.includes(word)) &&
    (include.length === 0 || include.some((word) => folded.includes(word)))

  return (result) => {
    // Channels are searched for the keyword only; plugins with an English index for the English title.
    const spellings = result.source.startsWith('plugin:') ? english : [words]
    const holds = (folded: string) => spellings.some((spelling) => holdsAll(folded, spelling))
    const heading = headingOf(result)
    let whole: boolean | undefined
    const relevanceOf = ({ work }: ResultLink): Relevance | undefined => {
      if (holds((work ?? result.title).folded)) return 'title'
      if (work) return holds(`${work.folded}\n${heading}`) ? 'text' : undefined
      whole ??= inWhole(result, spellings)
      return whole ? 'text' : undefined
    }
    return result.links.flatMap((link) => {
      const title: Folded = link.work ?? result.title
      if ((clouds && !clouds.has(link.share.type)) || !passes(title.folded)) return []
      const relevance = relevanceOf(link)
      return relevance === undefined ? [] : [{ result, link, title: title.text, relevance }]
    })
  }
}

function inWhole({ title, text, besides }: Result, spellings: readonly (readonly string[])[]): boolean {
  // Folding a post is the most expensive step, and the words nearly always occur unfolded.
  const standsIn = (word: string) => title.folded.includes(word) || text.includes(word) || besides.includes(word)
  if (spellings.some((words) => words.every(standsIn))) return true
  const folded = fold(`${title.text}\n${text}\n${besides}`)
  return spellings.some((words) => holdsAll(folded, words))
}

/** The heading above the works of a list; empty if the post's title is that of its first work. */
export function headingOf({ title, links }: Result): string {
  return links.some(({ work }) => work && title.folded.includes(work.folded)) ? '' : title.folded
}
