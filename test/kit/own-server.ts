// Servers that tests start as processes: they end with whoever started them, and are waited for until they say that they are ready.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'

/** A server, and the line of its output after which it can be used. */
export interface OwnServer {
  readonly command: string
  readonly args: readonly string[]
  readonly ready: string
  /** Words for setpriv, as the user it is to run as. */
  readonly becoming?: readonly string[]
}

const readyWithinMs = 30_000

/** Starts it, and resolves once it is ready. @throws Error with what it said, when it ends before that or takes too long. */
export async function startServer(server: OwnServer): Promise<ChildProcess> {
  const [command = '', ...args] = commandLine(server)
  const child = spawn(command, args, { cwd: tmpdir(), stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  let isReady = false
  const hear = (chunk: Buffer) => {
    if (!isReady) said += chunk
  }
  // Both are read to the end: nobody is to wait for a full pipe.
  for (const stream of [child.stdout, child.stderr]) stream.on('data', hear)
  child.on('error', (error) => hear(Buffer.from(error.message)))
  const until = Date.now() + readyWithinMs
  while (!said.includes(server.ready)) {
    if (hasEnded(child) || child.pid === undefined) throw new Error(`${server.command} ended:\n${said}`)
    if (Date.now() > until) {
      child.kill('SIGKILL')
      throw new Error(`${server.command} was not ready in time:\n${said}`)
    }
    await pause(10)
  }
  isReady = true
  return child
}

/** Has it ended, by itself or by a signal? */
export function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

/** Where there is setpriv, the server ends also when a test run is ended by force. */
function commandLine({ command, args, becoming = [] }: OwnServer): readonly string[] {
  const words = [...becoming, ...(hasSetpriv() ? ['--pdeathsig', 'KILL'] : [])]
  return words.length > 0 ? ['setpriv', ...words, command, ...args] : [command, ...args]
}

function hasSetpriv(): boolean {
  return spawnSync('setpriv', ['--pdeathsig', 'KILL', 'true'], { stdio: 'ignore' }).status === 0
}
