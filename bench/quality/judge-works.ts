// Judges answers by work: how links are grouped, the order of works, and the first link of the first work.
import type { Work } from '../../src/contract/works.ts'
import { keyOf, type Mention } from './ground-truth.ts'
import type { ShareReader } from './match-shares.ts'
import { gainOf } from './metrics.ts'
import type { MarkedQuery } from './queries.ts'

/** One judged answer. */
export interface WorksVerdict {
  readonly kw: string
  readonly works: number
  /** nDCG@10 of the works: those with the keyword as their title are wanted most, then those with it in the title, then others. */
  readonly ndcg: number
  /** Pairs of links of one work in answer and truth, in the answer, in the truth. */
  readonly pairs: { readonly both: number; readonly answered: number; readonly true: number }
  /** Whether the first link is wanted most; undefined if the query has no such link. */
  readonly isFirstWanted: boolean | undefined
}

/** Creates a judge of answers by work over all mentions of the corpus. */
export function createWorksJudge(mentions: readonly Mention[], read: ShareReader) {
  const workOf = new Map(mentions.map((mention) => [keyOf(mention), mention.work]))
  return ({ kw, wanted }: MarkedQuery, works: readonly Work[]): WorksVerdict => {
    const judged = works.map(({ links }) => links.map(({ type, url }) => read(type, url)))
    const known = judged.map((keys) => keys.flatMap((key) => workOf.get(key ?? '') ?? []))
    const grades = known.map((titles) => gradeOf(mostFrequent(titles), kw))
    const first = judged[0]?.[0]
    const best = wanted.filter(({ grade }) => grade === 3)
    return {
      kw,
      works: works.length,
      ndcg: grades.length === 0 ? 1 : gainOf(grades) / gainOf(grades.toSorted((a, b) => b - a)),
      pairs: {
        both: known.reduce((sum, titles) => sum + pairsOf(titles), 0),
        answered: known.reduce((sum, titles) => sum + (titles.length * (titles.length - 1)) / 2, 0),
        true: pairsOf(known.flat()),
      },
      isFirstWanted: best.length === 0 ? undefined : best.some(({ key }) => key === first),
    }
  }
}

function gradeOf(title: string | undefined, kw: string): number {
  if (title === kw) return 3
  return title?.includes(kw) ? 2 : 1
}

function countsOf(titles: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const title of titles) counts.set(title, (counts.get(title) ?? 0) + 1)
  return counts
}

function mostFrequent(titles: readonly string[]): string | undefined {
  return [...countsOf(titles)].toSorted(([, a], [, b]) => b - a)[0]?.[0]
}

/** The number of pairs of equal titles. */
function pairsOf(titles: readonly string[]): number {
  return [...countsOf(titles).values()].reduce((sum, count) => sum + (count * (count - 1)) / 2, 0)
}
