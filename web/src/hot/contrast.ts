// Picks a readable text colour for any background.

/** Returns black or white, whichever has more contrast on a `#rrggbb` background: at least 4.5:1 on any. */
export function textColorOn(color: string): '#000000' | '#ffffff' {
  // Black and white have equal contrast at this luminance; above it black is better.
  return luminance(color) > Math.sqrt(1.05 * 0.05) - 0.05 ? '#000000' : '#ffffff'
}

/** Relative luminance as defined by WCAG, 0 to 1. */
function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => linear(Number.parseInt(color.slice(at, at + 2), 16) / 255))
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

function linear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}
