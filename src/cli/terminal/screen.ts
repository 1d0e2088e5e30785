// How a command shows its results: the window, colours, links, words, and one way to print an answer.
import { styleText } from 'node:util'
import type { Environment } from '../../config/env.ts'
import { type Language, languageOf } from '../../config/locale.ts'
import type { Translate } from '../../config/operator-words.ts'
import { sanitizeText } from './sanitize.ts'
import { translatorOf } from './sentences.ts'
import { type Output, type Terminal, terminalColumns, writeFlushed } from './terminal.ts'
import { resultWords, type Words } from './words.ts'

const styles = {
  plain: 'reset',
  head: 'bold',
  faint: 'dim',
  good: 'green',
  caution: 'yellow',
  bad: 'red',
  address: 'cyan',
  code: 'yellow',
  off: 'gray',
  changed: 'magenta',
} as const

export type Style = keyof typeof styles

export interface Screen {
  /** Width of the window; Infinity when the output is not a terminal. */
  readonly columns: number
  /** Epoch milliseconds. */
  readonly now: number
  readonly paint: (style: Style, text: string) => string
  /** Makes a text a clickable link where the terminal supports it. */
  readonly linked: (text: string, url: string) => string
  readonly language: Language
  readonly words: Words
  /** Puts an English sentence of the program into the language. */
  readonly translate: Translate
}

/** The screen of `out`; respects NO_COLOR, FORCE_COLOR and COLUMNS. */
export function createScreen({ out: stream, env, epochMs }: Pick<Terminal, 'out' | 'env' | 'epochMs'>): Screen {
  const language = languageOf(env)
  return {
    columns: terminalColumns(stream, env),
    now: epochMs(),
    paint: (style, text) => (style === 'plain' || text === '' ? text : styleText(styles[style], text, { stream })),
    linked: canLink(stream, env) ? link : (text) => text,
    language,
    words: resultWords[language],
    translate: translatorOf(env),
  }
}

/** Values of TERM_PROGRAM of terminals that have supported OSC 8 for years. */
const programs: ReadonlySet<string> = new Set(['iTerm.app', 'WezTerm', 'vscode', 'ghostty', 'Hyper', 'rio', 'Tabby'])

function canLink(output: Output, env: Environment): boolean {
  if (!output.isTTY || env.NO_COLOR || env.TERM === 'dumb') return false
  if (env.FORCE_HYPERLINK !== undefined) return env.FORCE_HYPERLINK !== '0'
  const isKnown = [env.WT_SESSION, env.KITTY_WINDOW_ID, env.KONSOLE_VERSION, env.ALACRITTY_WINDOW_ID].some(Boolean)
  // VTE supports it since 0.50; a multiplexer in between may not.
  return (
    !env.TMUX && !env.STY && (isKnown || programs.has(env.TERM_PROGRAM ?? '') || Number(env.VTE_VERSION ?? 0) >= 5000)
  )
}

function link(text: string, url: string): string {
  const address = URL.canParse(url) ? new URL(url) : undefined
  if (!address || !/^https?:$/.test(address.protocol)) return text
  return `\x1b]8;;${address.href.replace(/[^\x21-\x7e]/g, encodeURIComponent)}\x1b\\${text}\x1b]8;;\x1b\\`
}

/** Writes lines; nothing if there are none. Resolves when they have been flushed. */
export async function writeLines(output: Output, lines: readonly string[]): Promise<void> {
  if (lines.length > 0) await writeFlushed(output, `${lines.join('\n')}\n`)
}

/** Characters that a terminal may interpret and JSON leaves unescaped. Escaping them does not change the value. */
const controlCharacters = /[\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/g

/** Writes a value as JSON; by default indented on a terminal, on one line otherwise. */
export async function writeJson(output: Output, value: unknown, indent = output.isTTY ? 2 : 0): Promise<void> {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  await writeLines(output, [JSON.stringify(value, null, indent).replace(controlCharacters, escaped)])
}

/** What people see of an answer: lines on standard output, and below them a summary on standard error. */
export interface Shown {
  readonly lines: readonly string[]
  readonly summary: string
}

/** Prints an answer as JSON, or what `toShown` makes of it; `where` names the server. */
export async function printAnswer(
  {
    terminal: { out, err },
    where,
    screen,
  }: { readonly terminal: Terminal; readonly where: string; readonly screen: Screen },
  { json, answer }: { readonly json: boolean; readonly answer: unknown },
  toShown: () => Shown,
): Promise<void> {
  if (json) return await writeJson(out, answer)
  const { lines, summary } = toShown()
  await writeLines(out, lines)
  await writeLines(err, [...(lines.length > 0 ? [''] : []), summary + screen.words.aside(sanitizeText(where))])
}
