// Starts servers as child processes for tests, waits until they are ready, and ends them with the parent.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'

/** A server, and the output line that says it is ready. */
export interface OwnServer {
  readonly command: string
  readonly args: readonly string[]
  readonly ready: string
  /** Arguments for setpriv that set its user. */
  readonly becoming?: readonly string[]
}

const readyWithinMs = 30_000

/**
 * Starts the server and resolves when it is ready. @throws Error with its output when it exits early or takes too long.
 */
export async function startServer(server: OwnServer): Promise<ChildProcess> {
  const [command = '', ...args] = commandLine(server)
  const child = spawn(command, args, { cwd: tmpdir(), stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  let isReady = false
  const hear = (chunk: Buffer) => {
    if (!isReady) said += chunk
  }
  // Drains both streams, because a full pipe would block the server.
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

/** Whether the process has exited, by itself or by a signal. */
export function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

/** With setpriv the server also ends when the test run is killed. */
function commandLine({ command, args, becoming = [] }: OwnServer): readonly string[] {
  const words = [...becoming, ...(hasSetpriv() ? ['--pdeathsig', 'KILL'] : [])]
  return words.length > 0 ? ['setpriv', ...words, command, ...args] : [command, ...args]
}

function hasSetpriv(): boolean {
  return spawnSync('setpriv', ['--pdeathsig', 'KILL', 'true'], { stdio: 'ignore' }).status === 0
}
