// Writes JSON to standard output: indented on a terminal, on one line otherwise.
import { type Output, writeFlushed } from './terminal.ts'

/** Characters that a terminal may interpret and JSON leaves unescaped. Escaping them does not change the value. */
const controlCharacters = /[\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/g

/** Writes a value as JSON; resolves when it has been flushed. */
export function writeJson(output: Output, value: unknown): Promise<void> {
  return writeFlushed(output, `${formatJson(value, output.isTTY ? 2 : 0)}\n`)
}

/** Formats a value as JSON, on one line if `indent` is 0. */
export function formatJson(value: unknown, indent = 0): string {
  return JSON.stringify(value, null, indent).replace(controlCharacters, escapeCharacter)
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
