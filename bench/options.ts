// The options of the programs that are run by hand: whole numbers, each with a default and bounds.
import { parseArgs } from 'node:util'

/** The default, the least and the most. */
type Bounds = readonly [number, number, number]

/** Reads `--name N`; ends the process with a sentence for anything else. */
export function readOptions<Name extends string>(
  bounds: Readonly<Record<Name, Bounds>>,
  words: readonly string[],
): Readonly<Record<Name, number>> {
  const names = Object.keys(bounds)
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' }] as const))
  try {
    const { values } = parseArgs({ args: [...words], options })
    const read = Object.entries<Bounds>(bounds).map(([name, [normal, least, most]]) => {
      const number = Number(values[name] ?? normal)
      if (Number.isInteger(number) && number >= least && number <= most) return [name, number]
      throw new Error(`--${name} must be a whole number from ${least} to ${most}`)
    })
    return Object.fromEntries(read)
  } catch (error) {
    const known = names.map((name) => `--${name}`).join(', ')
    process.stderr.write(`${error instanceof Error ? error.message : error}; the options are ${known}\n`)
    return process.exit(2)
  }
}
