// Measures, truncates and pads text by terminal columns; Chinese characters take two columns each.
import stringWidth from 'string-width'

/** The width of a text in terminal columns. */
export function cellsOf(text: string): number {
  return stringWidth(text)
}

/** Truncates a text to at most this many columns and ends it with an ellipsis; never splits a grapheme. */
export function cutTo(text: string, cells: number): string {
  if (cells <= 0) return ''
  if (cellsOf(text) <= cells) return text
  let kept = ''
  let taken = 0
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    taken += cellsOf(segment)
    if (taken > cells - 1) break
    kept += segment
  }
  return `${kept.trimEnd()}…`
}

/** Truncates or pads a text to exactly this many columns; `side` is the side of the text. */
export function fitTo(text: string, cells: number, side: 'left' | 'right' = 'left'): string {
  const cut = cutTo(text, cells)
  const blanks = ' '.repeat(Math.max(0, cells - cellsOf(cut)))
  return side === 'left' ? cut + blanks : blanks + cut
}

/** The width of the widest text; 0 for an empty list. */
export function widestOf(texts: readonly string[]): number {
  return texts.reduce((widest, text) => Math.max(widest, cellsOf(text)), 0)
}

/** Wraps a text at blanks to lines of this many columns, each with the indent; a longer word gets a line of its own. */
export function wrapped(text: string, cells: number, indent = ''): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line !== undefined && cellsOf(line) + 1 + cellsOf(word) <= cells) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(indent + word)
  }
  return lines
}
