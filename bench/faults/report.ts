// Writes the table of faults as Markdown: one row per fault and kind of source, one column per view.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PageCell } from './chromium.ts'
import { kinds } from './kinds.ts'
import type { Cell } from './run-fault.ts'
import { viewNames, viewOf } from './views.ts'

function rowsOf(cells: readonly Cell[]): string[][] {
  const faults = [...new Set(cells.map(({ fault }) => fault))]
  return faults.flatMap((fault) =>
    kinds.map((kind) => {
      const entries = viewNames.map((view) => {
        const cell = cells.find((one) => one.fault === fault && one.kind === kind.name && one.view === view)
        if (!viewOf(kind, view) || !cell) return '—'
        const mark = cell.late.length > 0 ? 'TOO LATE: ' : ''
        return `${cell.wrong.length > 0 ? 'WRONG: ' : mark}${cell.shown}, ${(cell.ms / 1_000).toFixed(1)} s`
      })
      return [fault, kind.name, ...entries]
    }),
  )
}

function summary(cells: readonly Cell[], seed: number): string {
  const wrong = cells.filter((cell) => cell.wrong.length > 0).length
  return `${cells.length} cells, ${wrong} wrong; seed ${seed}; Node ${process.version}`
}

const legend =
  'Each cell: the word that named the failure (or "answered"), and the time to the answer. A dash: the combination means nothing. "page": the requests that the page sends; the second table is the page itself, in Chromium.'

function pageRows(pages: readonly PageCell[]): string[][] {
  const head = ['fault', 'in Chromium', 'shown', 'time', 'wrong']
  const rows = pages.map(({ fault, view, shown, ms, wrong }) => [
    ...[fault, view, shown, `${(ms / 1_000).toFixed(1)} s`, wrong.join('; ') || '–'],
  ])
  return pages.length > 0 ? [head, ...rows] : []
}

function toMarkdown(cells: readonly Cell[], seed: number, pages: readonly PageCell[]): string {
  const head = ['fault', 'source', ...viewNames]
  const tables = [[head, ...rowsOf(cells)], pageRows(pages)].map(([first = [], ...others]) =>
    [first, first.map(() => '---'), ...others]
      .map((row) => (row.length > 0 ? `| ${row.join(' | ')} |\n` : ''))
      .join(''),
  )
  return `# Faults\n\n${summary(cells, seed)}\n\n${legend}\n\n${tables.join('\n')}`
}

/** Writes faults.md. */
export function writeReport(folder: string, cells: readonly Cell[], seed: number, pages: readonly PageCell[]): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'faults.md'), toMarkdown(cells, seed, pages))
}
