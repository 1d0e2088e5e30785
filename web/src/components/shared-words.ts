// The words that tell a story from others: what most of its titles have in common.
import { fold } from './folding.ts'

/** Fewer characters or words of letters tell too little on their own: a second run is added. */
const specificPieces = 4
const maxRuns = 2

/** One or two runs of words that at least half of the titles have, the longest first, separated by blanks; empty if they have none. */
export function sharedWords(titles: readonly string[]): string {
  const runs: string[] = []
  let having = titles.map(fold)
  while (runs.length < maxRuns && (runs[0]?.match(pieces)?.length ?? 0) < specificPieces) {
    const run = longestRun(having)
    if (run === undefined) break
    runs.push(run)
    having = having.filter((title) => title.includes(run)).map((title) => title.replaceAll(run, '\n'))
  }
  return runs.join(' ')
}

/** Words of letters and digits are not cut; of other scripts each character is one. */
const pieces = /[a-z0-9]+|\p{L}/gu

function longestRun(titles: readonly string[]): string | undefined {
  const [first = ''] = titles
  const marks = [...first.matchAll(pieces)].map((match) => ({ start: match.index, end: match.index + match[0].length }))
  const least = Math.max(2, titles.length / 2)
  let longest: string | undefined
  for (const [from, { start }] of marks.entries()) {
    for (let to = from; marks[to] && (to === from || marks[to]?.start === marks[to - 1]?.end); to += 1) {
      const run = first.slice(start, marks[to]?.end)
      const isLonger = run.length > Math.max(1, longest?.length ?? 0)
      if (isLonger && titles.filter((title) => hasRun(title, run)).length >= least) longest = run
    }
  }
  return longest
}

/** Whether a title has the run and goes on with no letter or digit of the same word. */
function hasRun(title: string, run: string): boolean {
  const at = title.indexOf(run)
  if (at < 0) return false
  const isCut = (one: string, other: string) => /[a-z0-9]/.test(one) && /[a-z0-9]/.test(other)
  return (
    !isCut(title.charAt(at - 1), run.charAt(0)) && !isCut(title.charAt(at + run.length), run.charAt(run.length - 1))
  )
}
