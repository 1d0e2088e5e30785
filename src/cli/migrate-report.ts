// What a move found at both ends, as a table for people.
import { type Checked, type Counts, kinds } from '../store/moving.ts'
import { number } from './migrate-progress.ts'

/** How the ends are called. */
export interface EndNames {
  readonly from: string
  readonly to: string
}

const titles: Readonly<Record<(typeof kinds)[number], string>> = {
  records: 'records',
  lists: 'lists as they were last',
  sources: 'sources of links',
  shares: 'shares',
  sightings: 'links as shown',
  dead: 'remembered as dead',
}

/** How much there is at each end. */
export function countTable(from: Counts, to: Counts, names: EndNames): string {
  const rows = kinds.map((kind) => [titles[kind], number(from[kind]), number(to[kind])])
  return tableOf([['', names.from, names.to], ...rows])
}

/** How much there is at each end, and whether all of what was to be moved was found. */
export function checkTable(checked: Checked, to: Counts, names: EndNames): string {
  const rows = kinds.map((kind) => {
    const { of, found } = checked[kind]
    return [titles[kind], number(of), number(to[kind]), found === of ? 'ok' : `${number(of - found)} lacking`]
  })
  return tableOf([['', names.from, names.to, 'found'], ...rows])
}

/** Whether something lacks. */
export function isLacking(checked: Checked): boolean {
  return kinds.some((kind) => checked[kind].found < checked[kind].of)
}

/** What the numbers do not say by themselves. */
export function remarksOn({ late, tooLong }: Checked, { to }: EndNames): string[] {
  const left = [
    [late, `Links that gave way to newer ones of the same share and source in ${to}`],
    [tooLong, `Links that are left out because their addresses are longer than ${to} can keep`],
  ] as const
  return left.flatMap(([count, words]) => (count > 0 ? [`${words}: ${number(count)}.`] : []))
}

function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_cell, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  const cellOf = (cell: string, at: number) =>
    at === 0 || at === 3 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)
  return rows.map((row) => row.map(cellOf).join('  ').trimEnd()).join('\n')
}
