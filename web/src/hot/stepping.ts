// Which of several choices a key leads to.

const page = 8

/** The place a key leads to from `at`, of `count` places; undefined when the key means something else. Past an end one comes to the other. */
export function stepped(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return (at + count - 1) % count
  if (key === 'PageDown') return Math.min(at + page, count - 1)
  return key === 'PageUp' ? Math.max(at - page, 0) : undefined
}
