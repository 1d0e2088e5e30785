// What is wrong with an operator's file: a sentence for each mistake, with its line and key.
import { cut, oneLine } from '../../reading/texts.ts'

/** One thing that is wrong. No value of the file stands in it: that may be secret. */
export interface Mistake {
  /** From 1; undefined when it is the whole file. */
  readonly line?: number
  /** The keys that lead to it, the outermost first. */
  readonly path: readonly PropertyKey[]
  /** What is wrong, and what is allowed. */
  readonly what: string
}

/** More than anybody mends before looking again. */
const mostShown = 50

/** The mistakes as lines, in the order of the file, each once and beginning with its name. */
export function linesOf(mistakes: readonly Mistake[], file: string): string[] {
  const inOrder = mistakes.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0))
  const lines = inOrder.map(({ line, path, what }) => {
    const place = line === undefined ? file : `${file}:${line}`
    const keys = path.map((key) => cut(oneLine(String(key)), 60)).join('.')
    return [place, keys, cut(oneLine(what), 600)].filter((part) => part !== '').join(': ')
  })
  const different = [...new Set(lines)]
  const more = different.length - mostShown
  return more > 0 ? [...different.slice(0, mostShown), `${file}: and ${more} more`] : different
}

/** What is allowed in place of a key that is not, the one that was probably meant first. */
export function insteadOf(key: string, allowed: readonly string[]): string {
  const near = nearest(key, allowed)
  const all = `allowed are ${allowed.join(', ')}`
  return near === undefined ? all : `did you mean ${near}? ${all}`
}

/** What people call our keys who do not look them up. */
const otherNames: Readonly<Record<string, string>> = {
  api: 'json',
  author: 'info',
  category: 'column',
  cover: 'icon',
  date: 'time',
  description: 'hover',
  html: 'page',
  image: 'icon',
  link: 'url',
  list: 'items',
  off: 'enabled',
  published: 'time',
  pubdate: 'time',
  refresh: 'interval',
  rss: 'feed',
  score: 'hot',
  summary: 'hover',
}

function nearest(key: string, allowed: readonly string[]): string | undefined {
  const word = key.toLowerCase().slice(0, 30)
  const other = Object.hasOwn(otherNames, word) ? otherNames[word] : undefined
  if (other !== undefined && allowed.includes(other)) return other
  const [best] = allowed
    .map((one) => ({ one, steps: stepsBetween(word, one.toLowerCase()) }))
    .sort((a, b) => a.steps - b.steps)
  return best && best.steps <= Math.min(2, Math.floor(best.one.length / 2)) ? best.one : undefined
}

/** How many letters must be changed, added or left out to make one word of the other (Levenshtein). */
function stepsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1]
    for (const [to, wanted] of [...other].entries()) {
      const changed = (row[to] ?? 0) + (letter === wanted ? 0 : 1)
      next.push(Math.min(changed, (row[to + 1] ?? 0) + 1, (next[to] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}
