// Keyboard navigation in a list of options.

const pageStep = 8

/** Returns the index a key leads to from `at`, of `count` options, wrapping around; undefined for other keys. */
export function nextIndex(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return (at + count - 1) % count
  if (key === 'PageDown') return Math.min(at + pageStep, count - 1)
  return key === 'PageUp' ? Math.max(at - pageStep, 0) : undefined
}
