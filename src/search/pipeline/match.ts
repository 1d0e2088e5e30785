// Finds the links of a result that match a request, with their relevance.

import type { CloudType } from '../../contract/cloud-types.ts'
import { foldWords } from '../../contract/fold-text.ts'
import { containsAll, createWordTest, type SearchWord } from '../../contract/match-words.ts'
import type { SearchRequest } from '../../contract/search.ts'
import { splitKeyword } from '../posts/keyword-match.ts'
import type { FoldedText, ParsedPost, PostLink } from '../posts/parse-post.ts'

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
  const include = wordTests(filter?.include)
  const exclude = wordTests(filter?.exclude)
  const accepts: Acceptance = ({ share }, title) =>
    (!clouds || clouds.has(share.type)) &&
    !exclude.some((isIn) => isIn(title.folded)) &&
    (include.length === 0 || include.some((isIn) => isIn(title.folded)))
  // Channels are searched for the keyword only; plugins with an English index for the English title.
  return (result) => matchesOf(result, result.source.startsWith('plugin:') ? english : [words], accepts)
}

function wordTests(words: readonly string[] = []) {
  return words.map((word) => createWordTest(foldWords(word)))
}

/** Whether the request selects a link with this title. */
type Acceptance = (link: PostLink, title: FoldedText) => boolean

/** Spellings of a keyword, each as its words. */
type Spellings = readonly (readonly SearchWord[])[]

function matchesOf(result: ParsedPost, spellings: Spellings, accepts: Acceptance): Match[] {
  const heading = headingOf(result)
  const matches: Match[] = []
  let ofPost: Relevance | 'none' | undefined
  for (const link of result.links) {
    const title = link.work ?? result.title
    if (!accepts(link, title)) continue
    if (!link.work) ofPost ??= relevanceOfPost(result, spellings)
    const relevance = link.work ? relevanceOfWork(link.work, heading, spellings) : (ofPost ?? 'none')
    if (relevance !== 'none') matches.push({ result, link, title: title.text, relevance })
  }
  return matches
}

function holdsAny(folded: string, spellings: Spellings): boolean {
  return spellings.some((words) => containsAll(folded, words))
}

function relevanceOfWork({ folded }: FoldedText, heading: string, spellings: Spellings): Relevance | 'none' {
  if (holdsAny(folded, spellings)) return 'title'
  return holdsAny(`${folded}\n${heading}`, spellings) ? 'text' : 'none'
}

/** The relevance of the links that belong to no work of their own. */
function relevanceOfPost(result: ParsedPost, spellings: Spellings): Relevance | 'none' {
  if (holdsAny(result.title.folded, spellings)) return 'title'
  return matchesWholePost(result, spellings) ? 'text' : 'none'
}

function matchesWholePost({ title, text, besides }: ParsedPost, spellings: Spellings): boolean {
  // Folding a post is the most expensive step, and the words nearly always occur unfolded.
  const occurs = ({ text: word, isIn }: SearchWord) =>
    isIn(title.folded) || text.includes(word) || besides.includes(word)
  if (spellings.some((words) => words.every(occurs))) return true
  const folded = foldWords(`${title.text}\n${text}\n${besides}`)
  return spellings.some((words) => containsAll(folded, words))
}

/** The heading above the works of a list; empty if the post's title is that of its first work. */
export function headingOf({ title, links }: ParsedPost): string {
  return links.some(({ work }) => work && title.folded.includes(work.folded)) ? '' : title.folded
}
