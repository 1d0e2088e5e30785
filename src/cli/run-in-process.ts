// Runs a command in this process: hands it the terminal, lets Ctrl+C end it, and ends with the status that it gives.
import { readFileSync } from 'node:fs'
import { interruptedStatus, type Terminal, written, wrongStatus } from './terminal.ts'

/** What it needs of the process; an entry file hands it over. */
export interface ProcessParts extends Pick<Terminal, 'time' | 'now' | 'random'> {
  readonly env: Record<string, string | undefined>
}

/** Does what the words say; resolves to the exit status. */
export type Command = (words: readonly string[], terminal: Terminal) => Promise<number>

/** A terminal and npm both hand on the same Ctrl+C; what follows this soon is not a second one. */
const sameSignalMs = 500

/** Runs a command with these words, and ends the process. */
export async function runInProcess(command: Command, words: readonly string[], parts: ProcessParts): Promise<void> {
  const { stdout: out, stderr: err, stdin: input } = process
  for (const output of [out, err]) output.on('error', endIfDeaf)
  const interrupted = listenForCtrlC(parts.now)
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
  // Connections under way and timers of sources would keep the process, and standard output may be a pipe.
  await Promise.all([written(out, ''), written(err, '')])
  process.exit(status)
}

/** Who reads only the beginning (`| head`) has what he wanted. */
function endIfDeaf(error: NodeJS.ErrnoException): void {
  process.exit(error.code === 'EPIPE' ? 0 : wrongStatus)
}

function listenForCtrlC(now: () => number): AbortSignal {
  const ending = new AbortController()
  let firstAt: number | undefined
  const stop = () => {
    // The second time nobody wants to wait.
    if (firstAt !== undefined && now() - firstAt > sameSignalMs) process.exit(interruptedStatus)
    firstAt ??= now()
    ending.abort()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  return ending.signal
}

/** What fails and nobody waits for is a bug of ours, unless somebody expects it. */
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
