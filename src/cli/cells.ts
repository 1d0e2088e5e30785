// Texts in cells of a terminal: how wide they are, cut to fit, and filled up; letters of Chinese take two cells each.
import stringWidth from 'string-width'

/** How many cells a text takes. */
export function cellsOf(text: string): number {
  return stringWidth(text)
}

/** A text of at most so many cells, an ellipsis in place of what was cut; no letter is cut in two, however it is put together. */
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

/** The same, filled up with blanks to exactly so many cells; on the right, or before the text. */
export function fitTo(text: string, cells: number, side: 'left' | 'right' = 'left'): string {
  const cut = cutTo(text, cells)
  const blanks = ' '.repeat(Math.max(0, cells - cellsOf(cut)))
  return side === 'left' ? cut + blanks : blanks + cut
}

/** The cells of the widest; 0 of none. */
export function widestOf(texts: readonly string[]): number {
  return texts.reduce((widest, text) => Math.max(widest, cellsOf(text)), 0)
}

/** Words in lines of at most so many cells, each with this before it; a word that is longer has a line for itself. */
export function wrapped(text: string, cells: number, indent = ''): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line !== undefined && cellsOf(line) + 1 + cellsOf(word) <= cells) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(indent + word)
  }
  return lines
}
