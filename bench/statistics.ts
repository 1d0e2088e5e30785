// Medians and quantiles with their spread.

/** The median of the figures; 0 of none. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2
}

/** `median (min–max)`, rounded to `digits` decimals. */
export function spread(figures: readonly number[], digits = 0): string {
  const [least, most] = [Math.min(...figures), Math.max(...figures)]
  return `${median(figures).toFixed(digits)} (${least.toFixed(digits)}–${most.toFixed(digits)})`
}

/** The quantile for a share from 0 to 1; 0 of no figures. */
export function quantile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
}

/** `p50 … p99 … most …`, with two decimals. */
export function spreadOf(figures: readonly number[]): string {
  const shown = (value: number) => value.toFixed(2)
  return `p50 ${shown(quantile(figures, 0.5))} p99 ${shown(quantile(figures, 0.99))} most ${shown(quantile(figures, 1))}`
}
