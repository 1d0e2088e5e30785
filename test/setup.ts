// Brings what the tests need besides npm packages: looks, installs from Debian as root where it is missing, or says what to do.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { systemPath } from './deploy/system-path.ts'
import { compileThreads } from './kit/compiled.ts'
import { freePort } from './kit/ports.ts'
import { endPostgresServer, newPostgresCluster, postgresFolder, startPostgresServer } from './kit/postgres-server.ts'
import { startRedisServer } from './kit/redis-server.ts'

interface Need {
  readonly command: string
  readonly package: string
  readonly why: string
  /** What it is asked, to see whether it is there; `version` unless given. */
  readonly asked?: readonly string[]
  /** Must it have an answer, or is it enough that it runs? */
  readonly mustTell?: boolean
}

/** Commands the tests run, and the Debian package each comes from. */
const needed: readonly Need[] = [
  { command: 'openssl', package: 'openssl', why: 'certificates for the tests of TLS and HTTP/2' },
  { command: 'nginx', package: 'nginx', why: 'streams through a reverse proxy' },
  { command: 'caddy', package: 'caddy', why: 'streams through a reverse proxy' },
  { command: 'redis-server', package: 'redis-server', why: 'what several replicas share', asked: ['--version'] },
  { command: 'postgres', package: 'postgresql', why: 'what several replicas keep', asked: ['--version'] },
  ...(process.platform === 'linux'
    ? [
        { command: 'systemd-analyze', package: 'systemd', why: 'the check of docs/deploy/trawl.service' },
        { command: 'ip', package: 'iproute2', why: 'a replica that is cut off from the others', asked: ['-V'] },
        { command: 'setpriv', package: 'util-linux', why: 'servers that end with the tests', asked: ['--version'] },
      ]
    : []),
  // Any other word is an address to it, and it would open a window.
  { command: 'chromium', package: 'chromium', why: 'the page in a real browser', asked: ['--version'] },
  {
    command: 'fc-list',
    package: 'fonts-noto-cjk',
    why: 'Chinese letters on the page and on pictures of it',
    asked: [':lang=zh'],
    mustTell: true,
  },
]
const oldestNode = 24
/** Anew for each command: what was installed a moment ago is found too. */
function env(): NodeJS.ProcessEnv {
  const path = [process.env.PATH, systemPath, postgresFolder()].filter(Boolean).join(':')
  return { ...process.env, PATH: path, DEBIAN_FRONTEND: 'noninteractive' }
}

/** Whether a command is there at all; what it makes of the words is its affair, unless it must tell something. */
function isThere({ command, asked = ['version'], mustTell = false }: Pick<Need, 'command' | 'asked' | 'mustTell'>) {
  const { error, stdout } = spawnSync(command, asked, { stdio: ['ignore', 'pipe', 'ignore'], env: env() })
  return error === undefined && (!mustTell || stdout.length > 0)
}

function apt(...words: string[]): boolean {
  return spawnSync('apt-get', words, { stdio: 'inherit', env: env() }).status === 0
}

/** Debian asks this file whether a server it has installed may be started; ours must not take ports of this machine. */
const policy = '/usr/sbin/policy-rc.d'

function installQuietly(packages: readonly string[]): boolean {
  const isOurs = !existsSync(policy)
  if (isOurs) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    return apt('update') && apt('install', '--yes', '--no-install-recommends', ...packages)
  } finally {
    if (isOurs) rmSync(policy)
  }
}

function stop(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

const [major = '0'] = process.versions.node.split('.')
if (Number(major) < oldestNode)
  stop(
    `The tests run on Node ${oldestNode} or later; this is ${process.version}. On Linux and Windows \`npm ci\` brings it: do not omit optional packages.`,
  )

const missing = needed.filter((need) => !isThere(need))
if (missing.length > 0) {
  const packages = missing.map((need) => need.package)
  for (const { command, why } of missing) console.info(`${command} is missing: ${why}`)
  const mayInstall = process.getuid?.() === 0 && isThere({ command: 'apt-get' })
  if (!mayInstall) stop(`Install it and run this again, on Debian with: apt-get install ${packages.join(' ')}`)
  if (!installQuietly(packages)) stop(`apt-get could not install ${packages.join(' ')}; see above`)
}
/** That a server is installed does not say that it starts here. */
async function proveServers(): Promise<void> {
  const redis = await startRedisServer(await freePort())
  redis.kill()
  await once(redis, 'exit')
  // Makes the cluster that the tests copy, too.
  const folder = newPostgresCluster()
  try {
    await endPostgresServer(await startPostgresServer(await freePort(), folder))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

try {
  await proveServers()
} catch (error) {
  stop(`A server of the tests does not start here: ${error instanceof Error ? error.message : error}`)
}
compileThreads()
console.info(`setup:test: Node ${process.version}, ${needed.map(({ command }) => command).join(', ')}: all there`)
