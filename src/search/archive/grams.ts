// What titles are found by: short pieces of them, so that any part of a Chinese text can be looked up without knowing its words.

/** Longer texts are found by their beginning. */
const mostCharacters = 400

const narrow = /[a-z0-9]/
const wide = /[\p{L}\p{N}]/u

/** A run of letters and digits of which neighbours stand together: `流浪地球2`. */
type Run = readonly string[]

/** Splits a folded text where something stands that is neither letter nor digit. Marks on letters are passed over. */
function runsOf(folded: string): Run[] {
  const runs: string[][] = [[]]
  let left = mostCharacters
  for (const character of folded) {
    if (left-- === 0) break
    if (wide.test(character)) runs.at(-1)?.push(character)
    else if (!/\p{M}/u.test(character) && runs.at(-1)?.length !== 0) runs.push([])
  }
  return runs.filter((run) => run.length > 0)
}

function isNarrow(character: string | undefined): boolean {
  return character !== undefined && narrow.test(character)
}

/**
 * The pieces by which a folded text is found, each once: of ideographs and other letters that are not ASCII each one and each two that stand
 * together, also with an ASCII neighbour; of ASCII letters and digits each two and each three, and one that stands beside no other of them.
 */
export function gramsOf(folded: string): string[] {
  const grams = new Set<string>()
  for (const run of runsOf(folded)) {
    for (const [at, character] of run.entries()) {
      const second = run[at + 1]
      const third = run[at + 2]
      const isBeside = isNarrow(second) || isNarrow(run[at - 1])
      if (!isNarrow(character) || !isBeside) grams.add(character)
      if (second === undefined) continue
      grams.add(character + second)
      if (isNarrow(character) && isNarrow(second) && isNarrow(third)) grams.add(`${character}${second}${third}`)
    }
  }
  return [...grams]
}

/**
 * The pieces that a text must have to hold all of these folded words; empty when the words have no letters and no digits. A text that has them
 * all may still lack a word: they say nothing of their order. ASCII letters and digits that stand alone count only where there is nothing else.
 */
export function gramsOfWords(words: readonly string[]): string[] {
  const runs = words.flatMap(runsOf)
  const grams = runs.flatMap(gramsOfRun)
  return [...new Set(grams.length > 0 ? grams : runs.map(([only = '']) => only))]
}

function gramsOfRun(run: Run): string[] {
  if (run.length === 1) return isNarrow(run[0]) ? [] : [...run]
  return run.flatMap((character, at) => {
    const second = run[at + 1]
    const third = run[at + 2]
    if (second === undefined) return []
    const isWithin = isNarrow(character) && isNarrow(second)
    // Three say more than two; two are for where there is no third.
    if (isWithin && isNarrow(third)) return [`${character}${second}${third}`]
    if (isWithin && at > 0 && isNarrow(run[at - 1])) return []
    return [character + second]
  })
}
