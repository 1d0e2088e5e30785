// Finds titles by a part of their text or pinyin, or the most similar ones.
import { distance } from 'fastest-levenshtein'
import type { Suggestion } from '../../contract/suggest.ts'

/** A title of a work that is known from the archive or from hot lists. */
export interface KnownTitle {
  readonly title: string
  readonly from: Suggestion['from']
  /** Folded, without blanks and punctuation. */
  readonly compact: string
  /** How often it was seen. */
  readonly count: number
}

/** The titles with `part` in their text: those that begin with it first, then the most frequent ones. */
export function titlesWith(part: string, titles: readonly KnownTitle[]): KnownTitle[] {
  const isPrefix = ({ compact }: KnownTitle) => Number(compact.startsWith(part))
  return titles
    .filter(({ compact }) => compact.includes(part))
    .sort((a, b) => isPrefix(b) - isPrefix(a) || byCount(a, b))
}

/** At most this share of the letters of two similar titles may differ. */
const maxDistance = 0.34
const minOverlap = 0.4

/** The titles that are most similar to `text`, by edits or by shared pairs of characters. */
export function titlesNear(text: string, titles: readonly KnownTitle[]): KnownTitle[] {
  const pairs = pairsOf(text)
  return titles
    .map((known) => ({ known, score: similarity(text, pairs, known.compact) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || byCount(a.known, b.known))
    .map(({ known }) => known)
}

function similarity(text: string, pairs: ReadonlySet<string>, compact: string): number {
  const others = pairsOf(compact)
  const overlap = (2 * [...pairs].filter((pair) => others.has(pair)).length) / (pairs.size + others.size || 1)
  const edits = distance(text, compact) / Math.max(text.length, compact.length, 1)
  return Math.max(overlap >= minOverlap ? overlap : 0, edits <= maxDistance ? 1 - edits : 0)
}

/** The pairs of adjacent characters. */
export function pairsOf(text: string): Set<string> {
  const characters = [...text]
  return new Set(characters.slice(1).map((character, at) => `${characters[at]}${character}`))
}

function byCount(a: KnownTitle, b: KnownTitle): number {
  return b.count - a.count || a.compact.length - b.compact.length || (a.compact < b.compact ? -1 : 1)
}
