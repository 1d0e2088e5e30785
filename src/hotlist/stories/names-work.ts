// Whether a headline tells of the work whose bare title an item of a list of works is: such a title has the words of other events too.
import { foldText } from '../../contract/fold-text.ts'
import type { Headline } from './headline.ts'

/**
 * False for the bare title of a work, as of a list of films, and a headline that names it neither in 《》 nor as a whole; and for sentences
 * in two scripts, which have only a name in common.
 */
export function mayBeJoined(one: Headline, other: Headline): boolean {
  if (one.script !== other.script && one.script && other.script) return false
  return (!one.list.isOfWorks || names(other, titleOf(one))) && (!other.list.isOfWorks || names(one, titleOf(other)))
}

function titleOf({ item: { title } }: Headline): string {
  return /《([^《》]+)》/.exec(title)?.[1] ?? title
}

function names({ item: { title } }: Headline, work: string): boolean {
  const named = [...title.matchAll(/《([^《》]+)》/g)].map(([, name = '']) => name)
  // 《…》 may have a season or a subtitle too.
  return [title, ...named, ...named.flatMap((name) => name.split(/[\s：:·]/, 1))].some(
    (name) => lettersOf(name) === lettersOf(work),
  )
}

function lettersOf(text: string): string {
  return foldText(text).replaceAll(/[^\p{L}\p{N}]/gu, '')
}
