// What can be read on any colour.

/** Black or white, whichever stands out more on a colour (`#rrggbb`): at least 4.5 to 1 on every one. */
export function inkOn(colour: string): '#000000' | '#ffffff' {
  // Where both stand out alike; a little above it black is better.
  return luminance(colour) > Math.sqrt(1.05 * 0.05) - 0.05 ? '#000000' : '#ffffff'
}

/** The relative luminance of WCAG, 0 to 1. */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => linear(Number.parseInt(colour.slice(at, at + 2), 16) / 255))
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

function linear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}
