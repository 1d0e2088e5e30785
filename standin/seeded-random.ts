// Seeded random numbers: the same keys always give the same draws, so every run is repeatable.

/** Draws that depend only on the keys. */
export interface SeededRandom {
  /** A number in [0, 1). */
  next(): number
  /** A whole number in [low, high]. */
  whole(low: number, high: number): number
  /** True with probability `share` (0 to 1). */
  happens(share: number): boolean
  /** One element of the list. @throws RangeError on an empty list. */
  pick<T>(list: readonly T[]): T
  /** `count` different elements in random order; all of them when the list is shorter. */
  some<T>(list: readonly T[], count: number): T[]
  /** `length` characters of the alphabet. */
  letters(alphabet: string, length: number): string
}

/** A 32-bit hash of a text (FNV-1a with the final mix of MurmurHash). */
export function hash(text: string): number {
  let state = 0x811c9dc5
  for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 0x01000193)
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35)
  return (state ^ (state >>> 16)) >>> 0
}

/** Creates a random source for these keys; different keys give different draws. */
export function createSeededRandom(...keys: ReadonlyArray<string | number>): SeededRandom {
  let state = hash(keys.join('\u0000'))
  const next = (): number => {
    // mulberry32: small and fast; sufficiently uniform for this purpose.
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const whole = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1))
  const pick = <T>(list: readonly T[]): T => {
    const at = whole(0, list.length - 1)
    for (const one of list.slice(at, at + 1)) return one
    throw new RangeError('cannot pick from an empty list')
  }
  const some = <T>(list: readonly T[], count: number): T[] => {
    const left = [...list]
    const taken: T[] = []
    while (taken.length < count && left.length > 0) taken.push(...left.splice(whole(0, left.length - 1), 1))
    return taken
  }
  const letters = (alphabet: string, length: number): string => {
    const size = alphabet.length
    let made = ''
    while (made.length < length) {
      // One draw yields four characters: CDN URLs are most of what a page draws.
      let draw = next() * size ** 4
      for (let four = 0; four < 4 && made.length < length; four++) {
        made += alphabet.charAt(draw % size)
        draw = Math.floor(draw / size)
      }
    }
    return made
  }
  return { next, whole, happens: (share) => next() < share, pick, some, letters }
}
