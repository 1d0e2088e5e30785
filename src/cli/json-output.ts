// Answers as JSON on standard output: laid out for people on a terminal, on one line for programs.
import { type Output, written } from './terminal.ts'

/** What a terminal might obey and JSON does not spell out by itself; spelled out it is the same text to a program. */
const obeyed = /[\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/g

/** Writes a value as JSON; resolves when it is on its way. */
export function writtenAsJson(output: Output, value: unknown): Promise<void> {
  return written(output, `${jsonText(value, output.isTTY ? 2 : 0)}\n`)
}

/** A value as JSON, on one line unless it is to be laid out. */
export function jsonText(value: unknown, indent = 0): string {
  return JSON.stringify(value, null, indent).replace(obeyed, spelledOut)
}

function spelledOut(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
