// Medians with the noise shown.

/** The middle of some figures; 0 of none. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2
}

/** `median (min–max)`, rounded. */
export function spread(figures: readonly number[]): string {
  return `${median(figures).toFixed(0)} (${Math.min(...figures).toFixed(0)}–${Math.max(...figures).toFixed(0)})`
}
