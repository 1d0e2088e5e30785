// What `npm start` is told on the command line, and the help it prints: all settings, for a terminal.

import { secretSettings } from './config-env.ts'
import type { ToldSetting } from './config-fields.ts'

/** What the arguments ask for; a sentence where they are none of ours. */
export type Asked = 'start' | 'help' | 'version' | { readonly mistake: string }

/** Reads the arguments of the command line. Values are not repeated: who takes settings for arguments may have written a secret. */
export function readArguments(args: readonly string[]): Asked {
  if (args.includes('--help') || args.includes('-h')) return 'help'
  const [first] = args
  if (first === undefined) return 'start'
  if (args.length === 1 && (first === '--version' || first === '-v')) return 'version'
  const named = /^(--?[\w-]+|\w+(?==))/.exec(first)?.[1] ?? 'an argument'
  return { mistake: `${named}: only --help and --version are understood; settings are variables of the environment` }
}

/** Groups in the order of their first settings. */
export function byGroup(settings: readonly ToldSetting[]): [string, ToldSetting[]][] {
  return [...Map.groupBy(settings, ({ group }) => group)]
}

const leastWidth = 40
const mostWidth = 110

/** The help for a terminal that is `width` columns wide. */
export function helpText(settings: readonly ToldSetting[], version: string, width: number): string {
  const columns = Math.min(Math.max(width, leastWidth), mostWidth)
  const paragraphs = introduction(version).map((text) => wrapped(text, columns, ''))
  const groups = byGroup(settings).map(([group, members]) =>
    [group, ...members.map((setting) => entry(setting, columns))].join('\n\n'),
  )
  return `${[...paragraphs, ...groups].join('\n\n')}\n`
}

function introduction(version: string): string[] {
  return [
    `Trawl ${version}`,
    'npm start runs it; npm start -- --help prints this, npm start -- --version its version.',
    'Settings are variables of the environment, or lines NAME=value in the file .env of the folder it is started in; the environment goes first. Empty is as good as not set, save where it says otherwise. A wrong value stops the start.',
    `What is secret may stand in a file: NAME_FILE=/run/secrets/name for ${secretSettings.join(', ')}, and for all settings of plugins, checks and hot lists.`,
    'docs/operations.md says more.',
  ]
}

function entry({ name, otherwise, meaning, example }: ToldSetting, columns: number): string {
  const indent = ' '.repeat(6)
  return [
    `  ${name}`,
    wrapped(plain(meaning), columns, indent),
    wrapped(`default: ${plain(otherwise ?? 'not set')}`, columns, indent),
    `${indent}example: ${plain(exampleOf(name, example))}`,
  ].join('\n')
}

/** An example as one would write it; in parentheses stands a command that prints a value. */
export function exampleOf(name: string, example: string): string {
  const command = /^\((.+)\)$/.exec(example)?.[1]
  if (command !== undefined) return `${name}=…, as \`${command}\` prints it`
  return /[\s;()]/.test(example) ? `${name}='${example}'` : `${name}=${example}`
}

/** Markdown as a terminal shows it. */
function plain(text: string): string {
  return text.replaceAll(/\[([^[\]]+)\]\(([^()]+)\)/g, '$1: docs/$2').replaceAll('`', '')
}

function wrapped(text: string, columns: number, indent: string): string {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line !== undefined && `${line} ${word}`.length <= columns) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(indent + word)
  }
  return lines.join('\n')
}
