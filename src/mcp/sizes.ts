// How much a tool may tell: whatever the world has, an agent's context must not be flooded with it.

/** Bytes of UTF-8 of a whole answer, but for what it says of parameters that there are none of: that is below 700. */
export const sizeLimits = {
  /** What a model reads as text: some 2,500 tokens. */
  text: 7_400,
  /** What a program reads, as JSON. */
  structured: 23_800,
} as const

/** The bytes of a text, or of anything else as JSON. */
export function bytesOf(value: unknown): number {
  return Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value))
}

/** The first of `entries` that come to no more than so many bytes, with a byte between them. */
export function fitting<Entry>(entries: readonly Entry[], bytes: number): Entry[] {
  let left = bytes
  const end = entries.findIndex((entry) => {
    left -= bytesOf(entry) + 1
    return left < 0
  })
  return entries.slice(0, end === -1 ? entries.length : end)
}

/**
 * Of groups the first entries of each that come to no more than so many bytes all together, one of each group after the other: what stands at the
 * top of any of them is worth more than the end of another.
 */
export function fittingEach<Entry>(groups: readonly (readonly Entry[])[], bytes: number): Entry[][] {
  const shown = groups.map((): Entry[] => [])
  const longest = Math.max(0, ...groups.map((group) => group.length))
  let left = bytes
  for (let rank = 0; rank < longest; rank += 1) {
    for (const [at, group] of groups.entries()) {
      const entry = group[rank]
      if (entry === undefined) continue
      left -= bytesOf(entry) + 1
      if (left < 0) return shown
      shown[at]?.push(entry)
    }
  }
  return shown
}
