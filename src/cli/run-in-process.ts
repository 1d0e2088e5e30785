// Runs a command in this process: passes it the terminal, handles Ctrl+C and exits with its status.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { openBrowser } from '../app/listening.ts'
import { errorStatus, interruptedStatus, type Terminal, writeFlushed } from './terminal/terminal.ts'

/** A command: takes the arguments and resolves to the exit status. Rejects with errors to be printed. */
export type Command = (words: readonly string[], terminal: Terminal) => Promise<number>

/** A terminal and npm both pass on the same Ctrl+C: signals within this time count as one. */
const sameSignalMs = 500

/** Runs a command with these arguments and exits the process. */
export async function runInProcess(
  command: Command,
  words: readonly string[],
  parts: Pick<Terminal, 'epochMs' | 'monotonicMs' | 'random'> & { readonly env: Record<string, string | undefined> },
): Promise<void> {
  const { stdout: out, stderr: err, stdin: input } = process
  for (const output of [out, err]) output.on('error', exitOnBrokenPipe)
  const interrupted = listenForCtrlC(parts.monotonicMs)
  const onUnhandled = listenForUnhandled(err)
  const setEnv = (added: Readonly<Record<string, string>>) => void Object.assign(parts.env, added)
  const access = { readFile: readFileSync, writeFile: writePrivateFile, openUrl }
  const terminal = { ...parts, ...access, out, err, input, interrupted, onUnhandled, setEnv }
  const status = await command(words, terminal)
  // Open connections and timers of sources would keep the process running, and standard output may be a pipe.
  await Promise.all([writeFlushed(out, ''), writeFlushed(err, '')])
  process.exit(status)
}

function writePrivateFile(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(file, text, { mode: 0o600 })
}

async function openUrl(url: string): Promise<string | undefined> {
  let problem: string | undefined
  await openBrowser(url, process.platform, (reason) => {
    problem = reason
  })
  return problem
}

/** A closed pipe (`| head`) is a normal end, not an error. */
function exitOnBrokenPipe(error: NodeJS.ErrnoException): void {
  process.exit(error.code === 'EPIPE' ? 0 : errorStatus)
}

/** A signal that aborts on Ctrl+C, and when the process is asked to terminate; a second time exits at once. */
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
function listenForUnhandled(err: Terminal['err']): Terminal['onUnhandled'] {
  const listeners: ((error: unknown) => void)[] = []
  const onError = (error: unknown) => {
    for (const listener of listeners) listener(error)
    if (listeners.length > 0) return
    err.write(`${error instanceof Error ? error.stack : String(error)}\n`, () => process.exit(errorStatus))
  }
  process.on('unhandledRejection', onError)
  process.on('uncaughtException', onError)
  return (listener) => void listeners.push(listener)
}
