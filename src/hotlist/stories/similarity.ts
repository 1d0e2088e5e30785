// How similar two headlines are with the support of a third headline, and two groups of headlines on average.
import type { Corpus } from './corpus.ts'
import { type Headline, otherOf } from './headline.ts'
import { ownSimilarity } from './own-similarity.ts'

/** Fitted as the coefficients of `ownSimilarity`. */
const coefficients = { own: 0.79, support: 0.85, none: 1.38 }
const supportBounds = [-3, 3] as const
/** Weaker pairs count in an average as unrelated. */
const leastFaint = -4.3
const unrelated = -5.75

/** Two headlines that both resemble more others are of one template, as of weather alarms, and get no support: it would take minutes to find. */
const maxSimilar = 100

/**
 * Computes the totals of the pairs of which one headline changed and this one resembles at least as many others as the other one.
 * Returns how many thirds it looked at.
 */
export function addSupport(headline: Headline, changed: ReadonlySet<Headline>, corpus: Corpus): number {
  const isChanged = changed.has(headline)
  let looked = headline.similar.length
  mark(headline, corpus)
  for (const similarity of headline.similar) {
    const other = otherOf(similarity, headline)
    if (isLarger(other, headline) || !(isChanged || changed.has(other))) continue
    similarity.total = totalOf(headline, other, similarity.own, corpus)
    looked += Math.min(other.similar.length, maxSimilar)
  }
  unmark(headline, corpus)
  return looked
}

function isLarger(one: Headline, other: Headline): boolean {
  const more = one.similar.length - other.similar.length
  return more > 0 || (more === 0 && one.number > other.number)
}

/** The sum over all pairs of one of the first and one of the others; a total above zero says that both tell the same story. */
export function sumOfTotals(headlines: readonly Headline[], others: readonly Headline[], corpus: Corpus): number {
  // To mark few headlines; the order of the summands decides about the last digits.
  const isSwapped = others.length < headlines.length
  const [few, many] = isSwapped ? [others, headlines] : [headlines, others]
  const totals = few.map((headline) => totalsOf(headline, many, corpus))
  let sum = 0
  if (isSwapped) for (let at = 0; at < many.length; at += 1) for (const row of totals) sum += row[at] ?? 0
  else for (const row of totals) for (const total of row) sum += total
  return sum
}

function totalsOf(headline: Headline, others: readonly Headline[], corpus: Corpus): number[] {
  mark(headline, corpus)
  const totals = others.map((other) => corpus.similarity[other.number]?.total ?? faintTotal(headline, other, corpus))
  unmark(headline, corpus)
  return totals
}

function faintTotal(marked: Headline, other: Headline, corpus: Corpus): number {
  const own = ownSimilarity(marked.number, other.number, corpus)
  return own < leastFaint ? unrelated : totalOf(marked, other, own, corpus)
}

/** Lets the similarities of the headline be found without a search. */
function mark(headline: Headline, { similarity }: Corpus): void {
  for (const pair of headline.similar) similarity[otherOf(pair, headline).number] = pair
}

function unmark(headline: Headline, { similarity }: Corpus): void {
  for (const pair of headline.similar) similarity[otherOf(pair, headline).number] = undefined
}

function totalOf(marked: Headline, other: Headline, own: number, corpus: Corpus): number {
  return coefficients.none + coefficients.own * own + coefficients.support * supportOf(marked, other, corpus)
}

function supportOf(marked: Headline, other: Headline, { similarity }: Corpus): number {
  let best: number = supportBounds[0]
  if (Math.min(marked.similar.length, other.similar.length) > maxSimilar) return best
  for (const pair of other.similar) {
    if (pair.own <= best) continue
    const own = similarity[otherOf(pair, other).number]?.own
    if (own !== undefined) best = Math.max(best, Math.min(own, pair.own))
  }
  return Math.min(best, supportBounds[1])
}
