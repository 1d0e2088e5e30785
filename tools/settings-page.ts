// The page of all settings, in Markdown, from the documented settings.

import { byGroup, formatExample } from '../src/config/help.ts'
import type { DocumentedSetting } from '../src/config/schema.ts'

export function settingsPage(settings: readonly DocumentedSetting[]): string {
  const tables = byGroup(settings).map(
    ([group, members]) =>
      `## ${group}\n\n| Name | Default | Meaning | Example |\n|---|---|---|---|\n${members.map(rowOf).join('')}`,
  )
  return `# All settings\n\n\`trawl start --help\` prints them in a terminal; docs/operations.md says how they are given.\n\n${tables.join('\n')}`
}

function rowOf({ name, defaultValue, description, example }: DocumentedSetting): string {
  const shown = formatExample(name, example)
  const cells = [code(name), defaultOf(defaultValue), description, shown.includes('`') ? shown : code(shown)]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`
}

function code(text: string): string {
  return `\`${text}\``
}

/** A default of several words is a description, not a value, and is not shown as code. */
function defaultOf(otherwise: string | undefined): string {
  if (otherwise === undefined) return '–'
  return /^\S+$/.test(otherwise) ? code(otherwise) : otherwise
}
