// Starts PostgreSQL for tests: a cluster in its own folder, copied from a template that is made once per machine.
import { type ChildProcess, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasEnded, startServer } from './own-server.ts'

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
export function newPostgresCluster(): string {
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
export function startPostgresServer(port: number, folder: string): Promise<ChildProcess> {
  const settings = ['fsync=off', 'shared_buffers=32MB', 'max_connections=60', 'listen_addresses=127.0.0.1']
  const args = ['-D', folder, '-p', String(port), '-k', folder, ...settings.flatMap((one) => ['-c', one])]
  const command = join(postgresFolder(), 'postgres')
  const ready = 'database system is ready to accept connections'
  return startServer({ command, args, ready, becoming: isRoot() ? anotherUser : [] })
}

/** Ends all its processes as a crash would, even when frozen, and waits for that. */
export async function endPostgresServer(child: ChildProcess): Promise<void> {
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
