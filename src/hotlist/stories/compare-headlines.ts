// Compares headlines, and keeps with each which others are similar.
import { type Corpus, isReason, rangeOf } from './corpus.ts'
import { compareOrder, type Headline, otherOf } from './headline.ts'
import { mayBeJoined } from './names-work.ts'
import { ownSimilarity, similarityBound } from './own-similarity.ts'
import { reasonWeightMin } from './reasons.ts'

/** Weaker pairs are no reason to join, and are not kept. */
const leastSimilar = -3

/** Finds the headlines that are similar among those compared before, and lets it be found by others. Returns how many words it looked at. */
export function compare(headline: Headline, corpus: Corpus, changed: Set<Headline>): number {
  const candidates = candidatesFor(headline.number, corpus)
  for (const number of candidates) {
    const own = ownSimilarity(headline.number, number, corpus)
    const other = corpus.headlines[number]
    if (own < leastSimilar || !other || !mayBeJoined(headline, other)) continue
    const [first, second] = compareOrder(headline, other) < 0 ? [headline, other] : [other, headline]
    const similarity = { first, second, own, total: 0 }
    headline.similar.push(similarity)
    other.similar.push(similarity)
    changed.add(other)
  }
  changed.add(headline)
  const [start, end] = rangeOf(headline.number, corpus)
  for (let at = start; at < end; at += 1) addPosting(at, corpus)
  return (1 + candidates.length) * (end - start)
}

function addPosting(at: number, { byWord: { reasons, postings }, byPosition: { words, nextPostings } }: Corpus): void {
  const word = words[at] ?? 0
  if (reasons[word] !== isReason) return
  nextPostings[at] = postings[word] ?? 0
  postings[word] = at
}

/** The numbers of those that may be similar enough. */
function candidatesFor(headline: number, corpus: Corpus): number[] {
  const { wordWeights, reasons } = corpus.byWord
  const { words, weights } = corpus.byPosition
  const { sharedWeights, sharedWords } = corpus.byHeadline
  corpus.comparisons += 1
  const found: number[] = []
  const skipped = { weight: 0, words: 0 }
  const [start, end] = rangeOf(headline, corpus)
  for (let at = start; at < end; at += 1) {
    const word = words[at] ?? 0
    if (reasons[word] === isReason) findWith(at, corpus, found)
    else if ((wordWeights[word] ?? 0) >= reasonWeightMin) {
      skipped.weight += weights[at] ?? 0
      skipped.words += 1
    }
  }
  return found.filter((other) => {
    const weight = (sharedWeights[other] ?? 0) + skipped.weight
    const heavy = { weight, words: (sharedWords[other] ?? 0) + skipped.words }
    return similarityBound(headline, other, heavy, corpus) >= leastSimilar
  })
}

/** Adds the numbers of the headlines that have the word at the position too. */
function findWith(at: number, corpus: Corpus, found: number[]): void {
  const { words, weights, owners, nextPostings } = corpus.byPosition
  const { comparedIn, sharedWeights, sharedWords } = corpus.byHeadline
  const { postings } = corpus.byWord
  const weight = weights[at] ?? 0
  for (let posting = postings[words[at] ?? 0] ?? 0; posting !== 0; posting = nextPostings[posting] ?? 0) {
    const owner = owners[posting] ?? 0
    if (comparedIn[owner] !== corpus.comparisons) {
      found.push(owner)
      comparedIn[owner] = corpus.comparisons
      sharedWeights[owner] = 0
      sharedWords[owner] = 0
    }
    sharedWeights[owner] = (sharedWeights[owner] ?? 0) + weight
    sharedWords[owner] = (sharedWords[owner] ?? 0) + 1
  }
}

/** The opposite of `compare`. */
export function separate(headline: Headline, corpus: Corpus, changed: Set<Headline>): void {
  for (const similarity of headline.similar) {
    const other = otherOf(similarity, headline)
    other.similar.splice(other.similar.indexOf(similarity), 1)
    changed.add(other)
  }
  headline.similar = []
  changed.add(headline)
  const [start, end] = rangeOf(headline.number, corpus)
  for (let at = start; at < end; at += 1) removePosting(at, corpus)
}

function removePosting(at: number, { byWord: { postings }, byPosition: { words, nextPostings } }: Corpus): void {
  const word = words[at] ?? 0
  const next = nextPostings[at] ?? 0
  if (postings[word] === at) postings[word] = next
  else {
    let before = postings[word] ?? 0
    while (before !== 0 && nextPostings[before] !== at) before = nextPostings[before] ?? 0
    if (before !== 0) nextPostings[before] = next
  }
  nextPostings[at] = 0
}
