// The report of a migration, as a table.
import { type Checked, type Counts, kinds } from '../store/moving.ts'
import { number } from './migrate-progress.ts'

/** Names of the two sides. */
export interface EndNames {
  readonly from: string
  readonly to: string
}

const titles: Readonly<Record<(typeof kinds)[number], string>> = {
  records: 'records',
  lists: 'hot lists',
  sources: 'link sources',
  shares: 'shares',
  sightings: 'links',
  dead: 'dead shares',
}

/** Formats the number of rows on both sides. */
export function countTable(from: Counts, to: Counts, names: EndNames): string {
  const rows = kinds.map((kind) => [titles[kind], number(from[kind]), number(to[kind])])
  return tableOf([['', names.from, names.to], ...rows])
}

/** Formats the number of rows on both sides and the result of the verification. */
export function checkTable(checked: Checked, to: Counts, names: EndNames): string {
  const rows = kinds.map((kind) => {
    const { of, found } = checked[kind]
    return [titles[kind], number(of), number(to[kind]), found === of ? 'ok' : `${number(of - found)} missing`]
  })
  return tableOf([['', names.from, names.to, 'found'], ...rows])
}

/** Whether rows are missing in the target. */
export function isLacking(checked: Checked): boolean {
  return kinds.some((kind) => checked[kind].found < checked[kind].of)
}

/** Explains rows that were dropped or left out. */
export function remarksOn({ late, tooLong }: Checked, { to }: EndNames): string[] {
  const left = [
    [late, `Links replaced by newer ones of the same share and source in ${to}`],
    [tooLong, `Links left out because their URLs are too long for ${to}`],
  ] as const
  return left.flatMap(([count, words]) => (count > 0 ? [`${words}: ${number(count)}.`] : []))
}

function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_cell, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  const cellOf = (cell: string, at: number) =>
    at === 0 || at === 3 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)
  return rows.map((row) => row.map(cellOf).join('  ').trimEnd()).join('\n')
}
