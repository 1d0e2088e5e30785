// Runs a command in this process: passes it the terminal, handles Ctrl+C and exits with its status.
import { readFileSync } from 'node:fs'
import { interruptedStatus, type Terminal, written, wrongStatus } from './terminal.ts'

/** Clocks, randomness and environment, passed in by the entry file. */
export interface ProcessParts extends Pick<Terminal, 'epochMs' | 'monotonicMs' | 'random'> {
  readonly env: Record<string, string | undefined>
}

/** A command: takes the arguments and resolves to the exit status. */
export type Command = (words: readonly string[], terminal: Terminal) => Promise<number>

/** A terminal and npm both pass on the same Ctrl+C: signals within this time count as one. */
const sameSignalMs = 500

/** Runs a command with these arguments and exits the process. */
export async function runInProcess(command: Command, words: readonly string[], parts: ProcessParts): Promise<void> {
  const { stdout: out, stderr: err, stdin: input } = process
  for (const output of [out, err]) output.on('error', endIfDeaf)
  const interrupted = listenForCtrlC(parts.monotonicMs)
  const onStray = listenForStrays(err)
  const adopt = (added: Readonly<Record<string, string>>) => void Object.assign(parts.env, added)
  const status = await command(words, {
    ...parts,
    out,
    err,
    input,
    readFile: readFileSync,
    interrupted,
    onStray,
    adopt,
  })
  // Open connections and timers of sources would keep the process running, and standard output may be a pipe.
  await Promise.all([written(out, ''), written(err, '')])
  process.exit(status)
}

/** A closed pipe (`| head`) is a normal end, not an error. */
function endIfDeaf(error: NodeJS.ErrnoException): void {
  process.exit(error.code === 'EPIPE' ? 0 : wrongStatus)
}

function listenForCtrlC(monotonicMs: () => number): AbortSignal {
  const ending = new AbortController()
  let firstAt: number | undefined
  const stop = () => {
    // A second Ctrl+C exits at once.
    if (firstAt !== undefined && monotonicMs() - firstAt > sameSignalMs) process.exit(interruptedStatus)
    firstAt ??= monotonicMs()
    ending.abort()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  return ending.signal
}

/** Passes unhandled errors to listeners. Without a listener the error is a bug: prints the stack and exits. */
function listenForStrays(err: Terminal['err']): Terminal['onStray'] {
  const hearers: ((error: unknown) => void)[] = []
  const hear = (error: unknown) => {
    for (const tell of hearers) tell(error)
    if (hearers.length > 0) return
    err.write(`${error instanceof Error ? error.stack : String(error)}\n`, () => process.exit(wrongStatus))
  }
  process.on('unhandledRejection', hear)
  process.on('uncaughtException', hear)
  return (tell) => void hearers.push(tell)
}
