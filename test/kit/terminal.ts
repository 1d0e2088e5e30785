// Runs the command `trawl`: as a process with pipes or in a terminal of a given width, and inside this process.
import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { onTestFinished } from 'vitest'
import type { Command } from '../../src/cli/run-in-process.ts'
import type { Standin, StandinOptions } from '../../standin/server.ts'
import { seeded } from './clocks.ts'
import { createOutput, launchTrawl, run, spawnCommand } from './process.ts'
import { standinOfTest } from './standin.ts'

const root = join(import.meta.dirname, '../..')
/** The folder of this Node and the system's default path. */
const path = `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`
export const node = [process.execPath, join(root, 'src/cli/trawl.ts')]

/** Result of a run. */
export interface TerminalRun {
  readonly status: number | null
  readonly out: string
  readonly err: string
}

/** Options of a run. */
export interface RunOptions {
  /** The whole environment apart from the path. */
  readonly env?: Readonly<Record<string, string>>
  /** Standard input. */
  readonly input?: string
  /** The command words, if not Node with the entry file. */
  readonly start?: readonly string[]
  readonly cwd?: string
}

/** A command that is still running. */
export interface Running {
  readonly ended: Promise<TerminalRun>
  /** Waits until either stream contains a match. @throws (rejects) when it exits first. */
  says(what: RegExp): Promise<unknown>
  signal(name: NodeJS.Signals): void
}

/** Starts the command in an empty folder; it ends with the test. */
export function startTerminal(words: readonly string[], options: RunOptions = {}): Running {
  const { env = {}, input = '', start = node, cwd } = options
  const { child, output, ended, signal } = spawnCommand([...start, ...words], () => ({ PATH: path, ...env }), cwd)
  child.stdin.on('error', () => undefined).end(input)
  return { ended: ended.then((status) => ({ status, ...output.streams })), says: output.says, signal }
}

/** Runs the command until it exits. */
export function runTerminal(words: readonly string[], options: RunOptions = {}): Promise<TerminalRun> {
  return startTerminal(words, options).ended
}

/** The whole environment, and standard input. */
interface CommandOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string
  /** Files that it writes, and reads again. */
  readonly files?: Map<string, string>
}

/** A command that is still running. */
interface RunningCommand {
  readonly ended: Promise<TerminalRun>
  /** Waits until its output contains a match. @throws (rejects) when it ends first. */
  says(what: RegExp): Promise<unknown>
  interrupt(): void
}

/** Starts a command; it is interrupted at the end of the test. */
export function startCommand(command: Command, words: readonly string[], options: CommandOptions = {}): RunningCommand {
  const { env = {}, input = '', files } = options
  const output = createOutput()
  const collect = (name: 'out' | 'err') =>
    new Writable({
      write(chunk, _encoding, done) {
        output.add(name, String(chunk))
        done()
      },
    })
  const leaving = new AbortController()
  onTestFinished(() => leaving.abort())
  const ended = command(words, {
    env,
    setEnv: () => undefined,
    // Relative paths lead nowhere, so that a developer's `.env` is not read.
    readFile: (file) => Buffer.from(files?.get(String(file)) ?? readFileSync(resolve('/nowhere', file))),
    // Files are those of the test only, in memory.
    writeFile: (file, text) => void files?.set(file, text),
    openUrl: async () => undefined,
    out: collect('out'),
    err: collect('err'),
    input: Readable.from([Buffer.from(input)]),
    epochMs: Date.now,
    monotonicMs: () => 0,
    random: seeded(1),
    interrupted: leaving.signal,
    onUnhandled: () => undefined,
  })
    .then((status) => ({ status, ...output.streams }))
    .finally(output.end)
  return { ended, says: output.says, interrupt: () => leaving.abort() }
}

/** Runs a command until it ends. */
export function runCommand(command: Command, words: readonly string[], options?: CommandOptions): Promise<TerminalRun> {
  return startCommand(command, words, options).ended
}

/** Three channels and two plugins: enough for results, and quick to ask. */
export const fewSources = { CHANNELS: 'demo_one,demo_two,demo_share', ENABLED_PLUGINS: 'labi,duoduo' }

/** A running service. */
export interface ServedTrawl {
  readonly standin: Standin
  readonly url: string
  /** The environment that points a command to it. */
  readonly env: { readonly TRAWL_URL: string }
  /** Kills the service. */
  kill(): void
  /** Starts it again on the same port. */
  startAgain(): Promise<void>
}

/** Starts the service and the stand-in; both end with the test. */
export async function startServedTrawl(
  env: Readonly<Record<string, string>> = {},
  weather: StandinOptions = {},
): Promise<ServedTrawl> {
  const standin = await standinOfTest({ seed: 7, weather: 'calm', ...weather })
  const asks = { UPSTREAM_GATEWAY: standin.url, ...fewSources, ...env }
  const { service, url } = await launchTrawl(asks)
  return {
    standin,
    url,
    env: { TRAWL_URL: url },
    kill: () => service.signal('SIGKILL'),
    async startAgain() {
      await service.ended
      await run('src/main.ts', [], { HOST: '127.0.0.1', PORT: new URL(url).port, ...asks }).says(/listens on/)
    },
  }
}
