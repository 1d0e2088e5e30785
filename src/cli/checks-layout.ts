// Formats check results: one line each if every line fits the window, else the summary on lines of its own.
import type { CheckResult } from '../../client/client.ts'
import { cellsOf, fitTo, widestOf, wrapped } from './cells.ts'
import type { Paint } from './paint.ts'
import { terminalAddress, terminalText } from './terminal-text.ts'

/** The window to format for. */
export interface ChecksWindow {
  /** Width of the window; Infinity when the output is not a terminal. */
  readonly columns: number
  readonly paint: Paint
}

const colours = { ok: 'good', bad: 'bad', locked: 'caution', unsupported: 'faint', uncertain: 'caution' } as const
const stateCells = 11

/** Formats the results in their order; URLs are never truncated. */
export function checksText(results: readonly CheckResult[], { columns, paint }: ChecksWindow): string[] {
  const rows = results.map(({ url, state, summary }) => {
    return { state, url: terminalAddress(url), summary: terminalText(summary) }
  })
  const addresses = widestOf(rows.map(({ url }) => url))
  const fit = rows.every(({ summary }) => stateCells + 2 + addresses + 2 + cellsOf(summary) <= columns)
  return rows.flatMap(({ url, state, summary }) => {
    const first = `${paint(colours[state], fitTo(state, stateCells))}  ${paint('address', fit ? fitTo(url, addresses) : url)}`
    if (fit) return [`${first}  ${summary}`]
    const indent = ' '.repeat(stateCells + 2)
    return [first, ...wrapped(summary, columns, indent).map((line) => paint('faint', line))]
  })
}
