// Finds the links of a result that match a request, with their relevance.

import type { CloudType } from '../../contract/cloud-types.ts'
import type { SearchRequest } from '../../contract/search.ts'
import { foldText } from '../../parsing/fold-text.ts'
import { containsAll, splitKeyword } from '../posts/keyword-match.ts'
import type { ParsedPost, PostLink } from '../posts/parse-post.ts'

/** Where all words of the keyword occur: in the link's title, or only in the surrounding text. */
export type Relevance = 'title' | 'text'

export interface Match {
  readonly result: ParsedPost
  readonly link: PostLink
  /** The title of the link's work, or of the post. */
  readonly title: string
  readonly relevance: Relevance
}

/** The fields of a request that select links. */
export type LinkFilter = Pick<SearchRequest, 'kw' | 'ext' | 'filter'> & {
  readonly clouds: ReadonlySet<CloudType> | undefined
}

/**
 * Creates a function that returns the matching links of a result. All words of the keyword must occur, in any order; for a link of one
 * of several works, in the work's title and the post's heading. For plugins `ext.title_en` is an alternative keyword.
 */
export function createMatcher({ kw, ext, filter, clouds }: LinkFilter): (result: ParsedPost) => Match[] {
  const words = splitKeyword(kw)
  const english = ext.title_en === undefined ? [words] : [words, splitKeyword(ext.title_en)]
  const include = (filter?.include ?? []).map(foldText)
  const exclude = (filter?.exclude ?? []).map(foldText)
  const passes = (folded: string) =>
    !exclude.some((word) => folded.includes(word)) &&
    (include.length === 0 || include.some((word) => folded.includes(word)))

  return (result) => {
    // Channels are searched for the keyword only; plugins with an English index for the English title.
    const spellings = result.source.startsWith('plugin:') ? english : [words]
    const holds = (folded: string) => spellings.some((spelling) => containsAll(folded, spelling))
    const heading = headingOf(result)
    let whole: boolean | undefined
    const relevanceOf = ({ work }: PostLink): Relevance | undefined => {
      if (holds((work ?? result.title).folded)) return 'title'
      if (work) return holds(`${work.folded}\n${heading}`) ? 'text' : undefined
      whole ??= matchesWholePost(result, spellings)
      return whole ? 'text' : undefined
    }
    return result.links.flatMap((link) => {
      const title = link.work ?? result.title
      if ((clouds && !clouds.has(link.share.type)) || !passes(title.folded)) return []
      const relevance = relevanceOf(link)
      return relevance === undefined ? [] : [{ result, link, title: title.text, relevance }]
    })
  }
}

function matchesWholePost({ title, text, besides }: ParsedPost, spellings: readonly (readonly string[])[]): boolean {
  // Folding a post is the most expensive step, and the words nearly always occur unfolded.
  const occurs = (word: string) => title.folded.includes(word) || text.includes(word) || besides.includes(word)
  if (spellings.some((words) => words.every(occurs))) return true
  const folded = foldText(`${title.text}\n${text}\n${besides}`)
  return spellings.some((words) => containsAll(folded, words))
}

/** The heading above the works of a list; empty if the post's title is that of its first work. */
export function headingOf({ title, links }: ParsedPost): string {
  return links.some(({ work }) => work && title.folded.includes(work.folded)) ? '' : title.folded
}
