// Checks with `recheck` whether a regular expression runs in time linear in the length of its input.
import { createRequire } from 'node:module'
import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp'

/** The build that runs in this process; the Node build starts Java or a native program. */
const { checkSync }: typeof import('recheck') = createRequire(import.meta.url)('recheck/lib/browser.js')

/** Replaces larger bounds: a bound is a constant factor, and the checker needs minutes for large ones. */
const maxBound = 3

/**
 * Iteration counts limit the work, so that the result does not depend on the load of the machine; the timeout is for an
 * expression that is never decided. Automata above the size limit are fuzzed with a fixed seed.
 */
const limits = {
  timeout: 120_000,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
  maxNFASize: 3_000,
}

/** Returns why an expression is not known to be linear; undefined when it is linear. */
export function superLinear(source: string, flags: string): string | undefined {
  const { bounded, isBounded } = withSmallBounds(source, flags)
  if (isBounded) return undefined
  const result = checkSync(bounded, flags, limits)
  if (result.status === 'safe') return undefined
  if (result.status === 'unknown') return `was not decided (${result.error.kind}): write it more simply`
  const { complexity, attack } = result
  return `${complexity.summary}, for example over ${attack.pattern}`
}

/** The expression with small bounds, and whether it has no unbounded repetition. */
function withSmallBounds(source: string, flags: string) {
  const modes = { unicode: flags.includes('u'), unicodeSets: flags.includes('v') }
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, modes)
  const repeats: { readonly from: number; readonly to: number; readonly text: string }[] = []
  let isBounded = true
  visitRegExpAST(pattern, {
    onQuantifierEnter({ element, end, min, max, greedy }) {
      if (max === Number.POSITIVE_INFINITY) isBounded = false
      const most = max === Number.POSITIVE_INFINITY ? '' : Math.min(max, maxBound)
      if (Math.max(min, max === Number.POSITIVE_INFINITY ? 0 : max) > maxBound)
        repeats.push({ from: element.end, to: end, text: `{${Math.min(min, maxBound)},${most}}${greedy ? '' : '?'}` })
    },
  })
  const lastFirst = repeats.toSorted((one, other) => other.from - one.from)
  const bounded = lastFirst.reduce((text, { from, to, text: by }) => text.slice(0, from) + by + text.slice(to), source)
  return { bounded, isBounded }
}
