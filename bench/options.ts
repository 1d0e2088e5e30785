// The options of the programs that are run by hand: whole numbers, each with a default and bounds, and names to run only some of all.
import { parseArgs } from 'node:util'

/** The default, the least and the most. */
type Bounds = readonly [number, number, number]

/** Reads `--name N`, and `--only NAME` as often as it is given; ends the process with a sentence for anything else. */
export function readOptions<Name extends string>(
  bounds: Readonly<Record<Name, Bounds>>,
  all: readonly string[] = [],
): Readonly<Record<Name, number>> & { readonly only: readonly string[] } {
  const names = Object.keys(bounds)
  const known = [...names, ...(all.length > 0 ? ['only'] : [])]
  const options = known.map((name) => [name, { type: 'string', multiple: name === 'only' }] as const)
  try {
    const { values } = parseArgs({ options: Object.fromEntries(options) })
    const only = [values.only ?? []].flat().map(String)
    if (only.some((name) => !all.includes(name))) throw new Error(`--only must be one of: ${all.join('; ')}`)
    const read = Object.entries<Bounds>(bounds).map(([name, [normal, least, most]]) => {
      const number = Number(values[name] ?? normal)
      if (Number.isInteger(number) && number >= least && number <= most) return [name, number]
      throw new Error(`--${name} must be a whole number from ${least} to ${most}`)
    })
    return { ...Object.fromEntries(read), only: only.length > 0 ? only : all }
  } catch (error) {
    const allowed = known.map((name) => `--${name}`).join(', ')
    process.stderr.write(`${error instanceof Error ? error.message : error}; the options are ${allowed}\n`)
    return process.exit(2)
  }
}
