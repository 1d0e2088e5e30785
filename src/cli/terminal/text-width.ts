// Measures, truncates, wraps and aligns text by terminal columns; Chinese characters take two columns each.
import stringWidth from 'string-width'
import type { Screen, Style } from './screen.ts'

/** The width of a text on the screen; escape codes have none. */
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

/** A cell of a table: its text, sanitized, and the address that it links to. */
export type Cell = readonly [text: string, style?: Style, url?: string]

export interface Column {
  /** Blanks before it; 2 by default. */
  readonly gap?: number
  readonly min?: number
  readonly max?: number
  /** Aligns its texts to the right. */
  readonly right?: boolean
  /** Longer texts than `max` are not truncated, and do not widen the column. */
  readonly overflows?: boolean
}

/** The width of each column: of its widest cell, within the bounds. */
function widthsOf(rows: readonly (readonly Cell[])[], columns: readonly Column[]): number[] {
  return columns.map(({ min = 0, max = Number.POSITIVE_INFINITY }, at) =>
    Math.min(max, Math.max(min, maxWidth(rows.map((row) => row[at]?.[0] ?? '')))),
  )
}

/** What the other columns leave of this many cells for the column at this index. */
export function spaceFor(index: number, rows: readonly (readonly Cell[])[], columns: readonly Column[], cells: number) {
  return widthsOf(rows, columns).reduce((left, width, at) => {
    const gap = at > 0 && (width > 0 || at === index) ? (columns[at]?.gap ?? 2) : 0
    return left - gap - (at === index ? 0 : width)
  }, cells)
}

/** One line for each row; columns whose cells are all empty are left out. No line ends with blanks. */
export function table(
  rows: readonly (readonly Cell[])[],
  columns: readonly Column[],
  { paint, linked }: Pick<Screen, 'paint' | 'linked'>,
): string[] {
  const widths = widthsOf(rows, columns)
  const format = ([text, style = 'plain', url]: Cell, width: number, { right, overflows }: Column) => {
    const shown = overflows ? text : truncate(text, width)
    const blanks = ' '.repeat(Math.max(0, width - displayWidth(shown)))
    const painted = paint(style, url === undefined ? shown : linked(shown, url))
    return right ? blanks + painted : painted + blanks
  }
  return rows.map((row) =>
    row
      .flatMap((cell, at) => {
        const [column = {}, width = 0] = [columns[at], widths[at]]
        return width === 0 ? [] : [' '.repeat(at === 0 ? 0 : (column.gap ?? 2)) + format(cell, width, column)]
      })
      .join('')
      .trimEnd(),
  )
}
