// The tokens by which the archive finds titles that may have the words of a keyword.
import { gramsOfWords } from '../../store/archive/ngrams.ts'
import { splitKeyword } from '../posts/keyword-match.ts'

/**
 * Alternatives for a query of the archive: of titles with punctuation or blanks within the words, of those without, and of titles that are
 * not indexed anew since version 3 of the archive's schema. Empty if the keyword has no letters or digits.
 */
export function tokensOfKeyword(kw: string): string[][] {
  const words = splitKeyword(kw).map(({ text }) => text)
  const joined = words.map((word) => word.replaceAll('·', ''))
  const former = kw.normalize('NFKC').toLowerCase().split(/\s+/)
  const ways = [words, joined, former].map(gramsOfWords).filter((way) => way.length > 0)
  return [...new Map(ways.map((way) => [way.join(' '), way])).values()]
}
