// Measures, truncates and pads text by terminal columns; Chinese characters take two columns each.
import stringWidth from 'string-width'

export function displayWidth(text: string): number {
  return stringWidth(text)
}

/** Truncates a text to at most this many columns and ends it with an ellipsis; never splits a grapheme. */
export function truncate(text: string, cells: number): string {
  if (cells <= 0) return ''
  if (displayWidth(text) <= cells) return text
  let result = ''
  let width = 0
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    width += displayWidth(segment)
    if (width > cells - 1) break
    result += segment
  }
  return `${result.trimEnd()}…`
}

/** Truncates or pads a text to exactly this many columns; `side` is the side of the text. */
export function pad(text: string, cells: number, side: 'left' | 'right' = 'left'): string {
  const cut = truncate(text, cells)
  const blanks = ' '.repeat(Math.max(0, cells - displayWidth(cut)))
  return side === 'left' ? cut + blanks : blanks + cut
}

/** The width of the widest text; 0 for an empty list. */
export function maxWidth(texts: readonly string[]): number {
  return texts.reduce((widest, text) => Math.max(widest, displayWidth(text)), 0)
}

/** Wraps a text at blanks to lines of this many columns, each with the indent; a longer word gets a line of its own. */
export function wrapText(text: string, cells: number, indent = ''): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line !== undefined && displayWidth(line) + 1 + displayWidth(word) <= cells)
      lines[lines.length - 1] = `${line} ${word}`
    else lines.push(indent + word)
  }
  return lines
}
