// Runs programs of this project as processes, the service too, and reads its streams while they arrive.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, onTestFinished } from 'vitest'
import { startAsking } from '../../bench/processes.ts'
import { type Standin, type StandinOptions, startStandin } from '../../standin/server.ts'
import { compiled } from './compiled.ts'
import { answers, scriptedServer } from './scripted-server.ts'

const root = join(import.meta.dirname, '../..')

export interface Program {
  /** Waits until the output matches and returns the match. @throws when the program exits first. */
  says(what: RegExp): Promise<RegExpExecArray>
  signal(name: NodeJS.Signals): void
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>
  readonly pid: number
  /** Stops reading its output and closes the pipe. */
  deafen(): void
  /** Output of both streams so far. */
  output(): string
}

/**
 * Runs a file of this project with Node in exactly this environment, plus the compile cache. It starts in `cwd`, or in
 * an empty folder so that a developer's `.env` is not read.
 */
export function run(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd?: string,
): Program {
  return runCommand([...nodeWords(file), ...args], env, cwd)
}

/** Starts the service on a free port of this machine, and waits until it listens. */
export async function launchTrawl(env: Readonly<Record<string, string>>) {
  const service = run('src/main.ts', [], { HOST: '127.0.0.1', PORT: '0', ...env })
  const [, url = '', port = ''] = await service.says(/listens on (http:\/\/127\.0\.0\.1:(\d+))/)
  return { service, url, port }
}

/** Runs the service until it exits. */
export async function runTrawl(args: readonly string[], env: Readonly<Record<string, string>>, cwd?: string) {
  const service = run('src/main.ts', args, env, cwd)
  return { code: await service.ended, output: service.output() }
}

/** Whether a process runs; a zombie does not count. Linux only: reads /proc. */
export function isRunning(pid: number): boolean {
  try {
    return /\) [^Z] \d+/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** The command words that run a file of this project with Node. */
export function nodeWords(file: string): readonly string[] {
  return [process.execPath, join(root, file)]
}

/** Collects the output of a program; `says` waits for a match in it. @throws (rejects) when the program ends first. */
export function createOutput() {
  const streams = { out: '', err: '' }
  let [whole, hasEnded] = ['', false]
  const changed = new EventTarget()
  const says = (what: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = () => {
        const found = what.exec(whole)
        if (found) resolve(found)
        else if (hasEnded) reject(new Error(`ended without saying ${what}:\n${whole}`))
        else changed.addEventListener('change', look, { once: true })
      }
      look()
    })
  return {
    streams,
    says,
    whole: () => whole,
    add(stream: 'out' | 'err', text: string) {
      streams[stream] += text
      whole += text
      changed.dispatchEvent(new Event('change'))
    },
    end() {
      hasEnded = true
      changed.dispatchEvent(new Event('change'))
    },
  }
}

/** Starts a command in `cwd`, or in its own folder, which is removed after the test; the process ends with the test. */
export function spawnCommand(
  [command = '', ...words]: readonly string[],
  envIn: (folder: string) => Readonly<Record<string, string>>,
  cwd?: string,
) {
  const folder = mkdtempSync(join(tmpdir(), 'trawl-data-'))
  const child = spawn(command, words, { cwd: cwd ?? folder, env: envIn(folder), stdio: 'pipe' })
  const output = createOutput()
  child.stdout.setEncoding('utf8').on('data', (text: string) => output.add('out', text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => output.add('err', text))
  const ended = once(child, 'close').then(() => {
    output.end()
    return child.exitCode
  })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true })
  })
  return { child, output, ended, signal: (name: NodeJS.Signals) => void child.kill(name) }
}

/** The same with any command: its name or path, and its arguments. */
export function runCommand(command: readonly string[], env: Readonly<Record<string, string>>, cwd?: string): Program {
  const { child, output, ended, signal } = spawnCommand(
    command,
    (folder) => ({ DATA_DIR: folder, ...compiled, ...env }),
    cwd,
  )
  const deafen = () => void child.stdout.destroy()
  return { pid: child.pid ?? 0, says: output.says, signal, ended, deafen, output: output.whole }
}

/** The code example of the documentation. */
export function documentedExample(): string {
  const page = readFileSync(join(root, 'docs/adding-a-source.md'), 'utf8')
  return /```ts\n(.*?)```/s.exec(page)?.[1] ?? ''
}

/** A folder with these files; it is removed after the test. */
export function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'trawl-own-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

const hits = [
  {
    id: 7,
    title: '<em>纸鹤</em>与灯塔',
    url: 'https://pan.quark.cn/s/0a1b2c3d4e5f',
    code: 'k3m9',
    time: '2026-05-02 17:15:30',
  },
  { id: 8, title: '纸鹤讲义', url: 'https://files.example.org/s/1', time: '' },
]

/** Starts the service with these files in SOURCES_DIR. */
export async function startWithSources(
  files: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>> = {},
) {
  const upstream = await scriptedServer([answers(JSON.stringify({ ok: true, hits }))])
  const UPSTREAM_GATEWAY = upstream.url('').replace(/\/$/, '')
  const { service, url } = await launchTrawl({ UPSTREAM_GATEWAY, SOURCES_DIR: folderOf(files), ...env })
  return { upstream, service, url }
}

export interface Served {
  readonly url: string
  readonly standin: Standin
  /** Stops both; a second call does nothing. */
  stop(): Promise<void>
  /** Kills the service without a shutdown. */
  crash(): Promise<void>
}

type Settings = Readonly<Record<string, string>>

/** Few sources, so that searches are quick and predictable; every list is enabled. A busy machine is no reason to reject requests. */
const fewSources: Settings = {
  CHANNELS: 'demo_share,demo_two,demo_three',
  ENABLED_PLUGINS: 'none',
  ENABLED_SOURCES: 'all',
  RECHECK: 'false',
  MAX_LAG_MS: '0',
}

/**
 * Starts a service over a few channels and all hot lists, with these further settings, and a stand-in without faults.
 */
export async function startServed(settings: Settings = {}, options: StandinOptions = {}): Promise<Served> {
  const standin = await startStandin({ lists: 'growing', stepMs: 3_600_000, ...options })
  const trawl = await startAsking(standin.url, { ...fewSources, ...settings })
  const held: { ended?: Promise<void> } = {}
  const end = () => {
    held.ended ??= trawl.stop()
    return held.ended
  }
  return {
    url: trawl.url,
    standin,
    async stop() {
      await end()
      await standin.close()
    },
    crash() {
      if (trawl.pid !== undefined) process.kill(trawl.pid, 'SIGKILL')
      return end()
    },
  }
}

/** Starts one service for all tests of a file and resets the stand-in's weather before each of them. */
export function serveAll(settings: Settings = {}, options: StandinOptions = {}): Pick<Served, 'url' | 'standin'> {
  const held: { served?: Served } = {}
  const served = (): Served => {
    if (!held.served) throw new Error('the service is there while a test runs')
    return held.served
  }
  beforeAll(async () => {
    held.served = await startServed(settings, options)
  })
  beforeEach(() => {
    served().standin.setFaults()
    served().standin.setWeather(options.weather ?? 'calm')
  })
  afterAll(() => held.served?.stop())
  return {
    get url() {
      return served().url
    },
    get standin() {
      return served().standin
    },
  }
}
