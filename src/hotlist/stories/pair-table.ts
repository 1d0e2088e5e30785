// Numbers the different pairs of characters as they come. A Map of 70,000 pairs takes several times as long to fill.

const firstSize = 1 << 13
/** Spreads neighbouring characters over the table (2^32 divided by the golden ratio). */
const multiplier = 0x9e3779b1

/** Returns the number that `add` returned when the pair came first. */
export type NumberOfPair = (pair: number) => number

/** `add`: returns the number of a new pair. A pair is a 32-bit integer other than 0. */
export function createPairTable(add: (pair: number) => number): NumberOfPair {
  /** Each pair and, at the next index, its number. */
  let table = new Int32Array(firstSize)
  let count = 0
  /** Where the pair is, or the free place for it. */
  const placeOf = (pair: number) => {
    let place = (Math.imul(pair, multiplier) >>> Math.clz32(table.length - 1)) & ~1
    while (table[place] !== 0 && table[place] !== pair) place = (place + 2) & (table.length - 1)
    return place
  }
  const put = (pair: number, number: number) => {
    const place = placeOf(pair)
    table[place] = pair
    table[place + 1] = number
  }
  const grow = () => {
    const before = table
    table = new Int32Array(before.length * 2)
    for (let place = 0; place < before.length; place += 2) {
      const pair = before[place] ?? 0
      if (pair !== 0) put(pair, before[place + 1] ?? 0)
    }
  }
  return (pair) => {
    const place = placeOf(pair)
    if (table[place] === pair) return table[place + 1] ?? 0
    const number = add(pair)
    count += 1
    if (count * 4 > table.length) grow()
    put(pair, number)
    return number
  }
}
