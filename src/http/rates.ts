// How often something may happen, as people write it: 600/min.

/** So many within so long. */
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

/** How a rate is written, for the sentences that refuse another text. */
export const rateForm = 'a rate like 600/min (/s, /min or /h, from 1 to 1000000)'

/** Reads a rate; undefined for what is none. */
export function readRate(text: string): Rate | undefined {
  const [, digits = '', unit = ''] = /^(\d{1,7})\/(\w+)$/.exec(text) ?? []
  const [count, perMs] = [Number(digits), units.get(unit)]
  return perMs === undefined || count < 1 || count > 1_000_000 ? undefined : { count, perMs }
}
