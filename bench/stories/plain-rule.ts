// The rule that the joiner is measured against: headlines are one story if they share enough pairs of characters.
import type { Moment } from './moments.ts'

const notText = /[^\p{L}\p{N}]/gu

/** By moment: each pair of headlines of two platforms that is similar by the Dice coefficient is a story. */
export function predictByPairs(moments: readonly Moment[], threshold: number): Record<string, string[][]> {
  return Object.fromEntries(
    moments.map(({ id, lists }) => {
      const items = lists.flatMap(({ source, items }) =>
        items.map(({ title }, index) => ({ source, ref: `${source}/${index + 1}`, pairs: pairsOf(title) })),
      )
      const stories = items.flatMap((one, index) =>
        items
          .slice(index + 1)
          .filter((other) => other.source !== one.source && dice(one.pairs, other.pairs) >= threshold)
          .map((other) => [one.ref, other.ref]),
      )
      return [id, stories]
    }),
  )
}

function pairsOf(title: string): Set<string> {
  const text = title.normalize('NFKC').toLowerCase().replaceAll(notText, '')
  return new Set(Array.from({ length: Math.max(text.length - 1, 0) }, (_, at) => text.slice(at, at + 2)))
}

function dice(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return (2 * one.intersection(other).size) / Math.max(one.size + other.size, 1)
}
