// How checked links stand in a window: on one line each where all fit, else the summary on a line of its own.
import type { CheckResult } from '../../client/client.ts'
import { cellsOf, fitTo, widestOf, wrapped } from './cells.ts'
import type { Paint } from './paint.ts'
import { terminalAddress, terminalText } from './terminal-text.ts'

/** The window. */
export interface ChecksWindow {
  /** Infinite where nobody looks at it but a program. */
  readonly columns: number
  readonly paint: Paint
}

const colours = { ok: 'good', bad: 'bad', locked: 'caution', unsupported: 'faint', uncertain: 'caution' } as const
const stateCells = 11

/** A line for each, in their order; addresses are never cut. */
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
