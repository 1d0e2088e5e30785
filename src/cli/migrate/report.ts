// The report of a migration, as a table.
import { type DataCounts, dataKinds, type Verification } from '../../store/migrate/migrate.ts'
import { formatNumber } from './progress.ts'

/** Names of the two sides. */
export interface SideNames {
  readonly from: string
  readonly to: string
}

const titles: Readonly<Record<(typeof dataKinds)[number], string>> = {
  records: 'records',
  lists: 'hot lists',
  sources: 'link sources',
  shares: 'shares',
  sightings: 'links',
  dead: 'dead shares',
}

/** Formats the number of rows on both sides. */
export function countTable(from: DataCounts, to: DataCounts, names: SideNames): string {
  const rows = dataKinds.map((kind) => [titles[kind], formatNumber(from[kind]), formatNumber(to[kind])])
  return tableOf([['', names.from, names.to], ...rows])
}

/** Formats the number of rows on both sides and the result of the verification. */
export function checkTable(checked: Verification, to: DataCounts, names: SideNames): string {
  const rows = dataKinds.map((kind) => {
    const { of, found } = checked[kind]
    return [
      titles[kind],
      formatNumber(of),
      formatNumber(to[kind]),
      found === of ? 'ok' : `${formatNumber(of - found)} missing`,
    ]
  })
  return tableOf([['', names.from, names.to, 'found'], ...rows])
}

/** Whether rows are missing in the target. */
export function hasMissingRows(checked: Verification): boolean {
  return dataKinds.some((kind) => checked[kind].found < checked[kind].of)
}

/** Explains rows that were dropped or left out. */
export function remarks({ late, tooLong }: Verification, { to }: SideNames): string[] {
  const omitted = [
    [late, `Links replaced by newer ones of the same share and source in ${to}`],
    [tooLong, `Links left out because their URLs are too long for ${to}`],
  ] as const
  return omitted.flatMap(([count, words]) => (count > 0 ? [`${words}: ${formatNumber(count)}.`] : []))
}

function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_cell, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  const cellOf = (cell: string, at: number) =>
    at === 0 || at === 3 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)
  return rows.map((row) => row.map(cellOf).join('  ').trimEnd()).join('\n')
}
