// Formats the help of `npm start`: all settings, for a terminal.
import { secretSettings } from './env.ts'
import type { DocumentedSetting } from './schema.ts'

/** Groups settings, in the order of each group's first setting. */
export function byGroup(settings: readonly DocumentedSetting[]): [string, DocumentedSetting[]][] {
  return [...Map.groupBy(settings, ({ group }) => group)]
}

const minWidth = 40
const maxWidth = 110

export function helpText(settings: readonly DocumentedSetting[], version: string, width: number): string {
  const columns = Math.min(Math.max(width, minWidth), maxWidth)
  const paragraphs = introduction(version).map((text) => wrapText(text, columns, ''))
  const groups = byGroup(settings).map(([group, members]) =>
    [group, ...members.map((setting) => formatSetting(setting, columns))].join('\n\n'),
  )
  return `${[...paragraphs, ...groups].join('\n\n')}\n`
}

function introduction(version: string): string[] {
  return [
    `Trawl ${version}`,
    'trawl start runs the server, in a checkout npm start; with --open it opens its page in the browser, --help prints this text, --version the version (npm start -- --help).',
    'Settings are environment variables, or lines NAME=value in the file .env of the working directory; the environment takes precedence. An empty value means not set, unless stated otherwise. An invalid value stops the start.',
    `Secrets can be read from files: NAME_FILE=/run/secrets/name for ${secretSettings.join(', ')}, and for all settings of plugins, link checks and hot lists.`,
    'See docs/operations.md for more.',
  ]
}

function formatSetting({ name, defaultValue, description, example }: DocumentedSetting, columns: number): string {
  const indent = ' '.repeat(6)
  return [
    `  ${name}`,
    wrapText(stripMarkdown(description), columns, indent),
    wrapText(`default: ${stripMarkdown(defaultValue ?? 'not set')}`, columns, indent),
    `${indent}example: ${stripMarkdown(formatExample(name, example))}`,
  ].join('\n')
}

/** Formats an example assignment; an example in parentheses is a command that prints a value. */
export function formatExample(name: string, example: string): string {
  const command = /^\((.+)\)$/.exec(example)?.[1]
  if (command !== undefined) return `${name}=…, as \`${command}\` prints it`
  return /[\s;()]/.test(example) ? `${name}='${example}'` : `${name}=${example}`
}

function stripMarkdown(text: string): string {
  return text.replaceAll(/\[([^[\]]+)\]\(([^()]+)\)/g, '$1: docs/$2').replaceAll('`', '')
}

function wrapText(text: string, columns: number, indent: string): string {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line !== undefined && `${line} ${word}`.length <= columns) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(indent + word)
  }
  return lines.join('\n')
}
