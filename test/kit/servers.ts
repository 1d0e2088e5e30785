// Starts servers and Chromium as child processes, for tests, screenshots and benchmarks; they end with the parent.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Browser, chromium } from 'playwright-core'
import { systemPath } from '../deploy/system-path.ts'

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
async function startServer(server: OwnServer): Promise<ChildProcess> {
  const [command = '', ...args] = commandLine(server)
  const child = spawn(command, args, { cwd: tmpdir(), stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  let isReady = false
  const addOutput = (chunk: Buffer) => {
    if (!isReady) text += chunk
  }
  // Drains both streams, because a full pipe would block the server.
  for (const stream of [child.stdout, child.stderr]) stream.on('data', addOutput)
  child.on('error', (error) => addOutput(Buffer.from(error.message)))
  const until = Date.now() + readyWithinMs
  while (!text.includes(server.ready)) {
    if (hasEnded(child) || child.pid === undefined) throw new Error(`${server.command} ended:\n${text}`)
    if (Date.now() > until) {
      child.kill('SIGKILL')
      throw new Error(`${server.command} was not ready in time:\n${text}`)
    }
    await pause(10)
  }
  isReady = true
  return child
}

/** Whether the process has exited, by itself or by a signal. */
function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
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

const debian = '/usr/lib/postgresql'

/** The folder of the server commands, which Debian keeps off the path. Empty when PostgreSQL is missing. */
export function postgresFolder(): string {
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : []
  const newest = versions.find((version) => existsSync(join(debian, version, 'bin/postgres')))
  return newest === undefined ? '' : join(debian, newest, 'bin')
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** PostgreSQL refuses to run as root. */
const anotherUser = ['--reuid=postgres', '--regid=postgres', '--clear-groups']

/**
 * Creates the template cluster, once per machine, user and version, because initdb takes seconds. @throws Error with
 * the output of initdb.
 */
function makePostgresTemplate(): string {
  const version = postgresFolder().replaceAll(/\D/g, '')
  const template = join(tmpdir(), `trawl-postgres-template-${version}-${process.getuid?.() ?? 0}`)
  if (existsSync(template)) return template
  const made = ownFolder('trawl-postgres-new-')
  const words = ['--pgdata', made, '--username', 'trawl', '--auth', 'trust', '--no-sync', '--locale', 'C.UTF-8']
  const initdb = [join(postgresFolder(), 'initdb'), ...words, '--encoding', 'UTF8']
  const [command = '', ...args] = isRoot() ? ['setpriv', ...anotherUser, ...initdb] : initdb
  const { status, stderr, error } = spawnSync(command, args, { cwd: tmpdir(), encoding: 'utf8' })
  if (status !== 0) throw new Error(`initdb failed:\n${error?.message ?? stderr}`)
  try {
    renameSync(made, template)
  } catch (problem) {
    // Another worker created it first.
    rmSync(made, { recursive: true })
    if (!existsSync(template)) throw problem
  }
  return template
}

/** Creates a folder with an empty cluster; the caller removes it. */
function newPostgresCluster(): string {
  const folder = ownFolder('trawl-postgres-')
  cpSync(makePostgresTemplate(), folder, { recursive: true, preserveTimestamps: true })
  if (isRoot()) spawnSync('chown', ['-R', 'postgres:postgres', folder])
  return folder
}

function ownFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), name))
  chmodSync(folder, 0o700)
  if (isRoot()) spawnSync('chown', ['postgres:postgres', folder])
  return folder
}

/** Starts the cluster of a folder on this port of this machine. */
function startPostgresServer(port: number, folder: string): Promise<ChildProcess> {
  const settings = ['fsync=off', 'shared_buffers=32MB', 'max_connections=60', 'listen_addresses=127.0.0.1']
  const args = ['-D', folder, '-p', String(port), '-k', folder, ...settings.flatMap((one) => ['-c', one])]
  const command = join(postgresFolder(), 'postgres')
  const ready = 'database system is ready to accept connections'
  return startServer({ command, args, ready, becoming: isRoot() ? anotherUser : [] })
}

/** Ends all its processes as a crash would, even when frozen, and waits for that. */
async function endPostgresServer(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  const ended = once(child, 'exit')
  signalPostgres(child, 'SIGCONT')
  // SIGQUIT ends the child processes too; SIGKILL would leave them running.
  child.kill('SIGQUIT')
  await ended
}

/** Signals the first process and all its children. */
export function signalPostgres({ pid = 0 }: ChildProcess, name: NodeJS.Signals): void {
  for (const one of [pid, ...childrenOf(pid)]) {
    try {
      process.kill(one, name)
    } catch {
      // The process has already exited.
    }
  }
}

function childrenOf(pid: number): readonly number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

/** Starts Redis on this port of this machine; `args` are further arguments of redis-server. */
function startRedisServer(port: number, args: readonly string[] = []): Promise<ChildProcess> {
  const words = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', ...args]
  return startServer({
    command: 'redis-server',
    args: words,
    ready: 'Ready to accept connections',
  })
}

/** A server that a program or a test may break. */
export interface OwnDatabase {
  readonly url: URL
  /** The first process, of the latest start. */
  child(): ChildProcess
  /** Ends it as a crash would and waits for that. */
  kill(): Promise<void>
  /** Starts it again on its port. */
  start(): Promise<void>
  /** Ends it and removes its data. */
  stop(): Promise<void>
}

export async function startOwnPostgres(): Promise<OwnDatabase> {
  const port = await freePort()
  const folder = newPostgresCluster()
  let server = await startPostgresServer(port, folder)
  return {
    url: new URL(`postgres://trawl:secret@127.0.0.1:${port}/postgres`),
    child: () => server,
    kill: () => endPostgresServer(server),
    async start() {
      server = await startPostgresServer(port, folder)
    },
    async stop() {
      await endPostgresServer(server)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** `args` are further arguments of redis-server. */
export async function startOwnRedis(args: readonly string[] = []): Promise<OwnDatabase> {
  const port = await freePort()
  let server = await startRedisServer(port, args)
  const kill = async () => {
    if (hasEnded(server)) return
    const ended = once(server, 'exit')
    // SIGKILL also ends a frozen process.
    server.kill('SIGKILL')
    await ended
  }
  return {
    url: new URL(`redis://127.0.0.1:${port}`),
    child: () => server,
    kill,
    async start() {
      server = await startRedisServer(port, args)
    },
    stop: kill,
  }
}

/** Below the ephemeral port range, because an outgoing connection of another test could take the port first. */
const [minPort, maxPort] = [15_000, 32_000]

/** Returns a port that is free at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer()
  const port = randomInt(minPort, maxPort)
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  } catch {
    // The port is in use; try another.
    return freePort()
  }
  server.close()
  await once(server, 'close')
  return port
}

/** Starts Chromium; the caller closes it. @throws a readable error when Chromium is missing. */
export function launchChromium(): Promise<Browser> {
  const executablePath = pathOf('chromium')
  if (!executablePath) throw new Error('Chromium is missing: npm run setup:test brings it.')
  // The Chromium sandbox does not work for root, and containers run as root.
  const isRoot = process.getuid?.() === 0
  return chromium.launch({ executablePath, args: isRoot ? ['--no-sandbox'] : [] })
}

function pathOf(command: string): string | undefined {
  const paths = systemPath.split(':').map((folder) => join(folder, command))
  return paths.find((path) => existsSync(path))
}
