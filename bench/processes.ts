// Starts the service, the stand-in and other programs as processes, for benchmarks that observe them from outside.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import manifest from '../package.json' with { type: 'json' }

const root = join(import.meta.dirname, '..')
/** The arguments that `npm start` passes to Node. */
const started = manifest.scripts.start.split(' ').slice(1)

/** A program and its address. */
export interface Started {
  readonly url: string
  readonly pid: number | undefined
  readonly child: ChildProcess
  /** Lines of its log that are errors, such as an unhandled rejection. */
  readonly errors: readonly string[]
  stop(): Promise<void>
}

/** Starts the stand-in in this weather, on a free port. */
export function startStandinProcess(weather: string, seed: number, more: readonly string[] = []): Promise<Started> {
  return startProgram(['standin/main.ts', '--port', '0', '--weather', weather, '--seed', `${seed}`, ...more])
}

/** Starts Node with arguments, in which files are named from the root of a checkout; resolves when the program listens. */
export async function startProgram(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  tree = root,
): Promise<Started> {
  const child = run(args, env, tree)
  const errors: string[] = []
  const url = await listeningAddress(child, errors)
  return { url, pid: child.pid, child, errors, stop: () => end(child) }
}

/**
 * Starts the service on a free port with empty storage, asking all upstreams over a gateway, with these further
 * settings and arguments of Node; another checkout if `tree` is given, and in another way than `npm start` if `args` are.
 */
export async function startAsking(
  gateway: string,
  settings: Readonly<Record<string, string>> = {},
  flags: readonly string[] = [],
  { tree = root, args = started }: { readonly tree?: string; readonly args?: readonly string[] } = {},
): Promise<Started> {
  const folder = await mkdtemp(join(tmpdir(), 'trawl-bench-'))
  const env = {
    DATA_DIR: folder,
    HOST: '127.0.0.1',
    PORT: '0',
    // The address is logged at this level.
    LOG_LEVEL: 'info',
    UPSTREAM_GATEWAY: gateway,
    ...settings,
  }
  const service = await startProgram([...flags, ...args], env, tree)
  const stop = async () => {
    await service.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { ...service, stop }
}

/** Starts the stand-in in this weather and the service that asks it, both on free ports of this machine. */
export async function startTrawl(weather: string, seed: number) {
  const standin = await startStandinProcess(weather, seed)
  const trawl = await startAsking(standin.url)
  return {
    url: trawl.url,
    stop: async () => {
      await trawl.stop()
      await standin.stop()
    },
  }
}

/** The file that starts the built service, which is what users run; `npm run build` makes it. */
export const builtTrawl = 'dist/bin/trawl.js'

function run(args: readonly string[], env: Readonly<Record<string, string>>, tree: string): ChildProcess {
  const placed = args.map((arg) => (/\.[jt]s$/.test(arg) ? join(tree, arg) : arg))
  return spawn(process.execPath, placed, {
    // A folder without a developer's `.env`.
    cwd: tmpdir(),
    env: { ...process.env, ...env },
    // With a channel to its parent the service would not take its memory options; only modules that a benchmark adds use one.
    stdio: ['ignore', 'pipe', 'inherit', ...(args.includes('--import') ? (['ipc'] as const) : [])],
  })
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill()
  })
}

/** The address that a process prints once it listens. Rejects with its output if it ends before. */
function listeningAddress(child: ChildProcess, errors: string[]): Promise<string> {
  let output = ''
  if (child.stdout)
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (/^\{"level":[56]0/.test(line)) errors.push(line)
    })
  return new Promise((resolve, reject) => {
    // The rest of the output is read too, so that the pipe never fills up.
    child.stdout?.on('data', (chunk) => {
      output += output.length < 100_000 ? chunk : ''
      const address = /listens on (http:\/\/[\d.]+:\d+)/.exec(output)?.[1]
      if (address !== undefined) resolve(address)
    })
    child.once('exit', () => reject(new Error(`the process ended before it listened: ${output}`)))
  })
}

const tickMs = 10

/** User and system time of a process: fields 14 and 15 of /proc/PID/stat, in ticks of 10 ms (proc(5)). */
export async function cpuMs(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * tickMs
}

/** VmRSS of /proc/PID/status, in megabytes (proc(5)). */
export async function residentMb(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s*(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

/** Open descriptors of a process: entries of /proc/PID/fd (proc(5)). */
export async function descriptorsOf(pid: number | undefined): Promise<number> {
  return (await readdir(`/proc/${pid}/fd`)).length
}
