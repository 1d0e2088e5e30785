// Which links of a result answer a request, and how well.
import type { CloudType, SearchRequest } from '../contract/search.ts'
import { fold } from '../reading/fold.ts'
import type { Folded, Result, ResultLink } from './result.ts'
import { holdsAll, wordsOf } from './words.ts'

/** How well a link answers: all words in its title, or only in what is said with it. */
export type Relevance = 'title' | 'text'

export interface Match {
  readonly result: Result
  readonly link: ResultLink
  /** The title that belongs to the link. */
  readonly title: string
  readonly relevance: Relevance
}

/** What a request says of the links it wants. */
export type Wanted = Pick<SearchRequest, 'kw' | 'ext' | 'filter'> & {
  readonly clouds: ReadonlySet<CloudType> | undefined
}

/**
 * Makes the test of a request: which links of a result answer it. All words of the keyword must occur, in any order; for a link
 * of one of several works in its own title and the post's heading. `ext.title_en` is another spelling of it for plugins.
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
    // Channels are searched for the keyword only; plugins over English indexes for the English title.
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
  // Folding a post costs more than all the rest; nearly always the words stand there as they are.
  const standsIn = (word: string) => title.folded.includes(word) || text.includes(word) || besides.includes(word)
  if (spellings.some((words) => words.every(standsIn))) return true
  const folded = fold(`${title.text}\n${text}\n${besides}`)
  return spellings.some((words) => holdsAll(folded, words))
}

/** What stands above all works of a list; a list without a heading begins with its first work, which says nothing of the others. */
export function headingOf({ title, links }: Result): string {
  return links.some(({ work }) => work && title.folded.includes(work.folded)) ? '' : title.folded
}
