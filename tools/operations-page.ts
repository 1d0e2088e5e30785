// The table of all settings in docs/operations.md, made of the settings' own words.
import type { ToldSetting } from '../src/config-fields.ts'
import { byGroup, exampleOf } from '../src/help.ts'

const [begin, end] = [
  '<!-- Settings: made by `npm run catalogue`; a test holds them to the schema. -->',
  '<!-- End of the settings. -->',
]

/**
 * The page with the table in it, between its two marks.
 * @throws Error when the marks are not there.
 */
export function operationsPage(page: string, settings: readonly ToldSetting[]): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error('docs/operations.md has lost the marks between which the settings stand')
  const tables = byGroup(settings).map(
    ([group, members]) =>
      `### ${group}\n\n| Name | Default | Meaning | Example |\n|---|---|---|---|\n${members.map(rowOf).join('')}`,
  )
  return `${page.slice(0, from + begin.length)}\n\n${tables.join('\n')}\n${page.slice(to)}`
}

function rowOf({ name, otherwise, meaning, example }: ToldSetting): string {
  const shown = exampleOf(name, example)
  const cells = [code(name), defaultOf(otherwise), meaning, shown.includes('`') ? shown : code(shown)]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`
}

function code(text: string): string {
  return `\`${text}\``
}

/** What is no value but words about it is shown as words. */
function defaultOf(otherwise: string | undefined): string {
  if (otherwise === undefined) return '–'
  return /^\S+$/.test(otherwise) ? code(otherwise) : otherwise
}
