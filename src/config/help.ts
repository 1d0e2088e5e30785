// Formats the help of `npm start`: all settings, for a terminal.
import { secretSettings } from './env.ts'
import type { Language } from './locale.ts'
import { type Translate, translatorTo } from './operator-words.ts'
import type { DocumentedSetting } from './schema.ts'
import { settingRows } from './setting-words.ts'

/** Groups settings, in the order of each group's first setting. */
export function byGroup(settings: readonly DocumentedSetting[]): [string, DocumentedSetting[]][] {
  return [...Map.groupBy(settings, ({ group }) => group)]
}

const minWidth = 40
const maxWidth = 110

export function helpText(
  settings: readonly DocumentedSetting[],
  version: string,
  width: number,
  language: Language = 'en',
): string {
  const translate = translatorTo(language, settingRows) ?? String
  const columns = Math.min(Math.max(width, minWidth), maxWidth)
  const paragraphs = introduction(version).map((text) => wrapText(translate(text), columns, ''))
  const groups = byGroup(settings).map(([group, members]) =>
    [translate(group), ...members.map((setting) => formatSetting(setting, columns, translate))].join('\n\n'),
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

function formatSetting(setting: DocumentedSetting, columns: number, translate: Translate): string {
  const { name, defaultValue, description, example } = setting
  const indent = ' '.repeat(6)
  return [
    `  ${name}`,
    wrapText(translate(stripMarkdown(description)), columns, indent),
    wrapText(translate(`default: ${stripMarkdown(defaultValue ?? 'not set')}`), columns, indent),
    `${indent}${translate(`example: ${stripMarkdown(formatExample(name, example))}`)}`,
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

/** Wraps at blanks, and behind Chinese characters, which take two columns each. */
function wrapText(text: string, columns: number, indent: string): string {
  const lines: string[] = []
  for (const piece of text.split(/(?<= )|(?<=[\u3001-\uff1f])(?![ \u3001\u3002\uff08-\uff1f])/)) {
    const line = lines.at(-1)
    if (line !== undefined && widthOf((line + piece).trimEnd()) <= columns) lines[lines.length - 1] = line + piece
    else lines.push(indent + piece)
  }
  return lines.map((line) => line.trimEnd()).join('\n')
}

function widthOf(text: string): number {
  return text.length + (text.match(/[\u3001-\uff1f]/g)?.length ?? 0)
}
