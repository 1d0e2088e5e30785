// Writes the table of faults as Markdown and as HTML: one row per fault and kind of source, one column per view.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PageCell } from './chromium.ts'
import { kinds } from './kinds.ts'
import type { Cell } from './run-fault.ts'
import { viewNames, viewOf } from './views.ts'

interface Row {
  readonly fault: string
  readonly kind: string
  readonly entries: readonly { readonly text: string; readonly isWrong: boolean }[]
}

const meaningless = { text: '—', isWrong: false }

function rowsOf(cells: readonly Cell[]): Row[] {
  const faults = [...new Set(cells.map(({ fault }) => fault))]
  return faults.flatMap((fault) =>
    kinds.map((kind): Row => {
      const entries = viewNames.map((view) => {
        const cell = cells.find((one) => one.fault === fault && one.kind === kind.name && one.view === view)
        if (!viewOf(kind, view) || !cell) return meaningless
        const isWrong = cell.wrong.length > 0
        const mark = cell.late.length > 0 ? 'TOO LATE: ' : ''
        return { text: `${isWrong ? 'WRONG: ' : mark}${cell.told}, ${(cell.ms / 1_000).toFixed(1)} s`, isWrong }
      })
      return { fault, kind: kind.name, entries }
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
  const head = ['fault', 'in Chromium', 'told', 'time', 'wrong']
  const rows = pages.map(({ fault, view, told, ms, wrong }) => [
    ...[fault, view, told, `${(ms / 1_000).toFixed(1)} s`, wrong.join('; ') || '–'],
  ])
  return pages.length > 0 ? [head, ...rows] : []
}

export function toMarkdown(cells: readonly Cell[], seed: number, pages: readonly PageCell[] = []): string {
  const head = ['fault', 'source', ...viewNames]
  const rows = rowsOf(cells).map(({ fault, kind, entries }) => [fault, kind, ...entries.map(({ text }) => text)])
  const tables = [[head, ...rows], pageRows(pages)].map(([first = [], ...others]) =>
    [first, first.map(() => '---'), ...others]
      .map((row) => (row.length > 0 ? `| ${row.join(' | ')} |\n` : ''))
      .join(''),
  )
  return `# Faults\n\n${summary(cells, seed)}\n\n${legend}\n\n${tables.join('\n')}`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

export function toHtml(cells: readonly Cell[], seed: number, pages: readonly PageCell[] = []): string {
  const head = ['fault', 'source', ...viewNames].map((name) => `<th>${name}</th>`).join('')
  const rows = rowsOf(cells).map(({ fault, kind, entries }) => {
    const boxes = entries.map(({ text, isWrong }) => `<td${isWrong ? ' class="wrong"' : ''}>${escapeHtml(text)}</td>`)
    return `<tr><th>${escapeHtml(fault)}</th><td>${escapeHtml(kind)}</td>${boxes.join('')}</tr>`
  })
  const shown = pageRows(pages).map((row) => `<tr>${row.map((text) => `<td>${escapeHtml(text)}</td>`).join('')}</tr>`)
  const style =
    'body{font:14px sans-serif}td,th{border:1px solid #999;padding:2px 6px;text-align:left}.wrong{background:#fcc;color:#000}'
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Faults</title><style>${style}</style><h1>Faults</h1><p>${summary(cells, seed)}</p><p>${legend}</p><table><tr>${head}</tr>${rows.join('')}</table><table>${shown.join('')}</table></html>\n`
}

/** Writes faults.md and faults.html; returns their folder. */
export function writeReport(folder: string, cells: readonly Cell[], seed: number, pages: readonly PageCell[]): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'faults.md'), toMarkdown(cells, seed, pages))
  writeFileSync(join(folder, 'faults.html'), toHtml(cells, seed, pages))
}
