// Installs what the tests need besides npm packages: checks, installs from Debian as root if missing, or prints instructions.
import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { systemPath } from './deploy/system-path.ts'
import { compileThreads } from './kit/compiled.ts'
import { postgresFolder, startOwnPostgres, startOwnRedis } from './kit/servers.ts'

interface Need {
  readonly command: string
  readonly package: string
  readonly why: string
  /** Arguments of the check; the default is `version`. */
  readonly asked?: readonly string[]
  /** Whether the check requires output; otherwise the command only has to start. */
  readonly mustTell?: boolean
}

/** What `npm run test:image` needs besides. */
const neededForImage: readonly Need[] = [
  { command: 'buildah', package: 'buildah', why: 'the image is built and run', asked: ['--version'] },
  { command: 'debootstrap', package: 'debootstrap', why: 'the base of the image', asked: ['--version'] },
]

/** Commands that the tests run, and their Debian packages. */
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
  // Chromium treats other arguments as an address and would open a window.
  { command: 'chromium', package: 'chromium', why: 'the page in a real browser', asked: ['--version'] },
  {
    command: 'fc-list',
    package: 'fonts-noto-cjk',
    why: 'Chinese letters on the page and on pictures of it',
    asked: [':lang=zh'],
    mustTell: true,
  },
  ...(process.argv.includes('--image') ? neededForImage : []),
]
const oldestNode = 24
/** Built for each command, so that a command that was just installed is found. */
function env(): NodeJS.ProcessEnv {
  const path = [process.env.PATH, systemPath, postgresFolder()].filter(Boolean).join(':')
  return { ...process.env, PATH: path, DEBIAN_FRONTEND: 'noninteractive' }
}

/** Whether a command exists; its exit status counts only if it must have output. */
function isThere({ command, asked = ['version'], mustTell = false }: Pick<Need, 'command' | 'asked' | 'mustTell'>) {
  const { error, stdout } = spawnSync(command, asked, { stdio: ['ignore', 'pipe', 'ignore'], env: env() })
  return error === undefined && (!mustTell || stdout.length > 0)
}

function apt(...words: string[]): boolean {
  return spawnSync('apt-get', words, { stdio: 'inherit', env: env() }).status === 0
}

/** Debian runs this file to decide whether to start an installed server; servers must not take ports here. */
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
/** An installed server may still fail to start here. */
async function proveServers(): Promise<void> {
  // PostgreSQL also creates the template cluster of the tests.
  for (const start of [startOwnRedis, startOwnPostgres]) await (await start()).stop()
}

try {
  await proveServers()
} catch (error) {
  stop(`A server of the tests does not start here: ${error instanceof Error ? error.message : error}`)
}
compileThreads()
console.info(`setup:test: Node ${process.version}, ${needed.map(({ command }) => command).join(', ')}: all there`)
