// Judges answer quality: the order of links, duplicate shares and wrong codes.
import type { MergedByType } from '../../src/contract/search.ts'
import { findMentions, keyOf, type Mention } from './ground-truth.ts'
import type { ShareReader } from './match-shares.ts'
import type { MarkedQuery } from './queries.ts'

const depth = 10

/** A fault in an answer's entry, in printable form. */
export interface Fault {
  readonly kw: string
  readonly url: string
  readonly said: string
}

/** One judged answer. */
export interface Verdict {
  readonly kw: string
  readonly ndcg: number
  /** Number of wanted links, and how many of them were answered at any position. */
  readonly wanted: number
  readonly found: number
  /** Number of judged links. */
  readonly links: number
  /** Links that are not in the truth because sites invent them. Their codes cannot be judged. */
  readonly strangers: number
  readonly duplicates: readonly Fault[]
  readonly wrongCodes: readonly Fault[]
  readonly missingCodes: readonly Fault[]
}

interface Judged {
  readonly type: string
  readonly url: string
  readonly password: string
  /** `undefined`: not in the truth. */
  readonly key: string | undefined
}

/** Creates a judge over all mentions of the corpus. */
export function createJudge(mentions: readonly Mention[], read: ShareReader) {
  const codes = codesOf(mentions)
  return (query: MarkedQuery, merged: MergedByType): Verdict => {
    const { kw } = query
    const links = Object.entries(merged).flatMap(([type, items]) =>
      items.map(({ url, password }): Judged => ({ type, url, password, key: read(type, url) })),
    )
    const text = codesOf(foundFor(query, mentions))
    const faultsOf = (codesHere: typeof codes, test: (link: Judged, of: ReadonlySet<string>) => boolean): Fault[] =>
      links.flatMap((link) => {
        const known = codesHere.get(link.key ?? '') ?? new Set()
        return link.key !== undefined && test(link, known)
          ? [{ kw, url: link.url, said: `${link.password} (truth: ${[...known].join(', ') || 'none'})` }]
          : []
      })
    return {
      kw,
      ndcg: ndcgOf(query, links),
      wanted: query.wanted.length,
      found: query.wanted.filter(({ key }) => links.some((link) => link.key === key)).length,
      links: links.length,
      strangers: links.filter(({ key }) => key === undefined).length,
      duplicates: duplicatesOf(kw, links),
      wrongCodes: faultsOf(codes, ({ password }, known) => password !== '' && !known.has(password)),
      missingCodes: faultsOf(text, ({ password }, known) => password === '' && known.size > 0),
    }
  }
}

/** The mentions that the upstreams find: plugins over English indexes get the English title. */
function foundFor({ kw, ext }: MarkedQuery, mentions: readonly Mention[]): readonly Mention[] {
  const own = findMentions(mentions, kw)
  if (ext === undefined) return own
  const english = findMentions(mentions, ext.title_en).filter(({ source }) => source.startsWith('plugin:'))
  return [...own, ...english]
}

function codesOf(mentions: readonly Mention[]): ReadonlyMap<string, ReadonlySet<string>> {
  const codes = new Map<string, Set<string>>()
  for (const mention of mentions) {
    if (mention.password === '') continue
    const key = keyOf(mention)
    codes.set(key, (codes.get(key) ?? new Set()).add(mention.password))
  }
  return codes
}

function duplicatesOf(kw: string, links: readonly Judged[]): Fault[] {
  const seen = new Map<string, string>()
  return links.flatMap(({ url, key = url }) => {
    const before = seen.get(key)
    if (before !== undefined) return [{ kw, url, said: `the same share as ${before}` }]
    seen.set(key, url)
    return []
  })
}

/**
 * nDCG@10 with gain 2^grade − 1. An answer groups its links by cloud without an overall order, so each cloud with
 * wanted links is compared with the best order of its own wanted links, and the query's value is the mean over these
 * clouds. If no link is wanted, an empty answer is the best.
 */
function ndcgOf({ wanted: expected }: MarkedQuery, links: readonly Judged[]): number {
  if (expected.length === 0) return links.length === 0 ? 1 : 0
  const grades = new Map<string | undefined, number>(expected.map(({ key, grade }) => [key, grade]))
  const types = [...Map.groupBy(expected, ({ key }) => key.slice(0, key.indexOf(':')))]
  const scores = types.map(([type, expectedHere]) => {
    const keys = new Set(links.filter((link) => link.type === type).map(({ key, url }) => key ?? url))
    const ideal = gainOf(expectedHere.map(({ grade }) => grade).toSorted((a, b) => b - a))
    return gainOf([...keys].map((key) => grades.get(key) ?? 0)) / ideal
  })
  return mean(scores)
}

/** The discounted gain of the first ten grades. */
function gainOf(grades: readonly number[]): number {
  return grades.slice(0, depth).reduce((sum, grade, at) => sum + (2 ** grade - 1) / Math.log2(at + 2), 0)
}

/** The mean of the figures; 0 of none. */
export function mean(figures: readonly number[]): number {
  return figures.length === 0 ? 0 : figures.reduce((sum, figure) => sum + figure, 0) / figures.length
}
