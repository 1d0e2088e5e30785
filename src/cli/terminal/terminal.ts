// A command uses these of its process: input and output, environment, clocks, randomness and Ctrl+C.
import type { Readable, Writable } from 'node:stream'
import type { Environment, ReadFileBytes } from '../../config/env.ts'

/** An output: a terminal, a pipe or a file. */
export type Output = Writable & {
  readonly isTTY?: boolean | undefined
  readonly columns?: number | undefined
  readonly rows?: number | undefined
}

/** The process as a command sees it. */
export interface Terminal {
  readonly env: Environment
  /** Copies variables into process.env, for code that reads them there directly. */
  setEnv(added: Readonly<Record<string, string>>): void
  readonly readFile: ReadFileBytes
  /** Writes a file that only this user can read, and creates its folder. */
  writeFile(file: string, text: string): void
  /** Opens an address in the browser; resolves to the reason if that fails. */
  openUrl(url: string): Promise<string | undefined>
  readonly out: Output
  readonly err: Output
  readonly input: Readable & { readonly isTTY?: boolean }
  readonly epochMs: () => number
  readonly monotonicMs: () => number
  /** A random number from 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number
  /** Aborts on Ctrl+C or when the process is asked to terminate. */
  readonly interrupted: AbortSignal
  /** Registers a listener for unhandled rejections and exceptions. */
  onUnhandled(listener: (error: unknown) => void): void
}

export const interruptedStatus = 130

/** Exit status for wrong usage, or when no server could be asked. */
export const errorStatus = 2

/** Writes a text and resolves when it has been flushed, which takes time on a slow pipe. */
export function writeFlushed(output: Output, text: string): Promise<void> {
  const done = Promise.withResolvers<void>()
  output.write(text, () => done.resolve())
  return done.promise
}

/** The height of the output in lines; undefined if it is not a terminal. */
export function terminalRows({ isTTY, rows }: Output): number | undefined {
  // A terminal of unknown size reports 0.
  return isTTY ? rows || 24 : undefined
}

/** Minimum width that texts are laid out for. */
const minColumns = 24

/** The width of the output in columns; Infinity if it is not a terminal and COLUMNS is not set. */
export function terminalColumns(output: Output, { COLUMNS: variable = '' }: Environment): number {
  const fromVariable = /^\d{2,4}$/.test(variable) ? Number(variable) : 0
  // A terminal of unknown size reports 0.
  const columns = output.isTTY ? output.columns || fromVariable || 80 : fromVariable || Number.POSITIVE_INFINITY
  return Math.max(columns, minColumns)
}
