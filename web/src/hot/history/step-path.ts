// Draws values over time as the path of an SVG.

/** A value that holds until the next one; null is a gap. */
export interface TimedValue {
  readonly at: number
  readonly value: number | null
}

/** The shown range: times from left to right, values from top to bottom, on a field of this size. */
export interface Field {
  readonly from: number
  readonly to: number
  readonly top: number
  readonly bottom: number
  readonly width: number
  readonly height: number
}

/** A line of steps from the first value to the end of the field; empty without values. */
export function stepPath(values: readonly TimedValue[], field: Field): string {
  const { from, to, top, bottom, width, height } = field
  const scale = (share: number, size: number) => Math.round(Math.min(Math.max(share, 0), 1) * size * 10) / 10
  const x = (at: number) => scale(to > from ? (at - from) / (to - from) : 0, width)
  const y = (value: number) => scale(bottom === top ? 0.5 : (value - top) / (bottom - top), height)
  let path = ''
  let isDrawing = false
  for (const { at, value } of values) {
    if (isDrawing) path += `H${x(at)}`
    if (value !== null) path += isDrawing ? `V${y(value)}` : `M${x(at)} ${y(value)}`
    isDrawing = value !== null
  }
  return isDrawing ? `${path}H${width}` : path
}
