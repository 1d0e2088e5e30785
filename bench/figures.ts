// Medians with the noise shown.

/** The middle of some figures; 0 of none. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2
}

/** `median (min–max)`, with so many digits after the point. */
export function spread(figures: readonly number[], digits = 0): string {
  const [least, most] = [Math.min(...figures), Math.max(...figures)]
  return `${median(figures).toFixed(digits)} (${least.toFixed(digits)}–${most.toFixed(digits)})`
}
