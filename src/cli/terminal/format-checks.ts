// Formats check results: one line each if every line fits the window, else the summary on lines of its own.
import type { CheckResult } from '../../../client/client.ts'
import type { Colorize } from './colors.ts'
import { sanitizeText, sanitizeUrl } from './sanitize.ts'
import { displayWidth, maxWidth, pad, wrapText } from './text-width.ts'

/** The window to format for. */
export interface ChecksWindow {
  /** Width of the window; Infinity when the output is not a terminal. */
  readonly columns: number
  readonly paint: Colorize
}

const colours = { ok: 'good', bad: 'bad', locked: 'caution', unsupported: 'faint', uncertain: 'caution' } as const
const stateWidth = 11

/** Formats the results in their order; URLs are never truncated. */
export function formatChecks(results: readonly CheckResult[], { columns, paint }: ChecksWindow): string[] {
  const rows = results.map(({ url, state, summary }) => {
    return { state, url: sanitizeUrl(url), summary: sanitizeText(summary) }
  })
  const addresses = maxWidth(rows.map(({ url }) => url))
  const fit = rows.every(({ summary }) => stateWidth + 2 + addresses + 2 + displayWidth(summary) <= columns)
  return rows.flatMap(({ url, state, summary }) => {
    const first = `${paint(colours[state], pad(state, stateWidth))}  ${paint('address', fit ? pad(url, addresses) : url)}`
    if (fit) return [`${first}  ${summary}`]
    const indent = ' '.repeat(stateWidth + 2)
    return [first, ...wrapText(summary, columns, indent).map((line) => paint('faint', line))]
  })
}
