// Parses rates like 600/min.

export interface Rate {
  readonly count: number
  readonly perMs: number
}

const units: ReadonlyMap<string, number> = new Map([
  ['s', 1_000],
  ['min', 60_000],
  ['m', 60_000],
  ['h', 3_600_000],
])

/** Form of a rate, for error messages. */
export const rateFormat = 'a rate like 600/min (/s, /min or /h, from 1 to 1000000)'

export function parseRate(text: string): Rate | undefined {
  const [, digits = '', unit = ''] = /^(\d{1,7})\/(\w+)$/.exec(text) ?? []
  const [count, perMs] = [Number(digits), units.get(unit)]
  return perMs === undefined || count < 1 || count > 1_000_000 ? undefined : { count, perMs }
}
