// What a command is given of the process it runs in: where it writes, what it reads, time, chance, and that somebody pressed Ctrl+C.
import type { Readable } from 'node:stream'
import type { Environment, ReadFile } from '../config-env.ts'

/** Where something is written: a terminal, a pipe or a file. */
export type Output = NodeJS.WriteStream

/** All of the process that a command may use. */
export interface Terminal {
  readonly env: Environment
  /** Takes into the environment of the process what others read there themselves. */
  adopt(added: Readonly<Record<string, string>>): void
  readonly readFile: ReadFile
  readonly out: Output
  readonly err: Output
  readonly input: Readable & { readonly isTTY?: boolean }
  /** Epoch milliseconds. */
  readonly time: () => number
  /** Milliseconds of any clock that only runs forward. */
  readonly now: () => number
  /** A number from 0 up to 1. */
  readonly random: () => number
  /** Aborts when somebody presses Ctrl+C, or the process is told to end. */
  readonly interrupted: AbortSignal
  /** Hears of what failed and nobody waited for. */
  onStray(hear: (error: unknown) => void): void
}

/** The exit status after Ctrl+C. */
export const interruptedStatus = 130

/** The exit status of what was asked for wrongly, or could not be asked at all. */
export const wrongStatus = 2

/** Writes a text and resolves when it is on its way; a pipe may take a while. */
export function written(output: Output, text: string): Promise<void> {
  const done = Promise.withResolvers<void>()
  output.write(text, () => done.resolve())
  return done.promise
}

/** Narrower than this nothing can be laid out. */
const leastColumns = 24

/** How many columns there are to write in; as many as one likes where it is no terminal. */
export function columnsOf(output: Output, { COLUMNS: told = '' }: Environment): number {
  const said = /^\d{2,4}$/.test(told) ? Number(told) : 0
  // A terminal that does not know its size says 0.
  const columns = output.isTTY ? output.columns || said || 80 : said || Number.POSITIVE_INFINITY
  return Math.max(columns, leastColumns)
}
