// Runs the reverse proxies of docs/deploy with other addresses and ports; they end with the test.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { freePort } from '../kit/servers.ts'
import { systemPath } from './system-path.ts'

const examples = join(import.meta.dirname, '../../docs/deploy')

/** How a proxy runs: replacements in its example, the surrounding configuration, and the command. */
interface Kind {
  readonly file: string
  /** The upstream addresses in the example. */
  readonly asks: readonly string[]
  readonly listens: RegExp
  /** A text of the example and what stands there in place of it. */
  readonly edit?: readonly [string, string]
  site(port: number): string
  around(site: string, folder: string): string
  readonly command: readonly [string, ...string[]]
}

/** With gzip fully enabled, which the example must prevent for streams. */
const aroundNginx = (
  site: string,
  folder: string,
) => `daemon off; master_process off; pid ${folder}/pid; error_log stderr warn;
events {} http { access_log off; gzip on; gzip_types *; gzip_proxied any; gzip_min_length 1;
client_body_temp_path ${folder}/1; proxy_temp_path ${folder}/2; fastcgi_temp_path ${folder}/3; uwsgi_temp_path ${folder}/4; scgi_temp_path ${folder}/5;
${site} }`

const nginx = {
  listens: /listen 80;\n {2}listen \[::\]:80;/,
  site: (port: number) => `listen 127.0.0.1:${port};`,
  around: aroundNginx,
  command: ['nginx', '-c'],
} satisfies Partial<Kind>

const caddy = {
  listens: /^trawl\.example\.org/m,
  site: (port: number) => `http://127.0.0.1:${port}`,
  around: (site: string, folder: string) => `{\nadmin off\nauto_https off\nstorage file_system ${folder}\n}\n${site}`,
  command: ['caddy', 'run', '--adapter', 'caddyfile', '--config'],
} satisfies Partial<Kind>

const one = ['127.0.0.1:8888']
const three = ['10.0.0.11:8888', '10.0.0.12:8888', '10.0.0.13:8888']

/** Those of compose.full.yaml. */
export const composed = ['172.30.88.11:8888', '172.30.88.12:8888', '172.30.88.13:8888']

export const fronts = {
  nginx: { file: 'nginx.conf', asks: one, ...nginx },
  caddy: { file: 'Caddyfile', asks: one, ...caddy },
  'nginx for replicas': { file: 'nginx-replicas.conf', asks: composed, ...nginx },
  'caddy for replicas': { file: 'Caddyfile-replicas', asks: three, ...caddy },
} satisfies Record<string, Kind>

const nginxSite = { file: 'nginx.conf', asks: one, ...nginx }
const caddySite = { file: 'Caddyfile', asks: one, ...caddy }
const nginxPlace = '  location / {\n    proxy_pass http://trawl;'
const caddyPlace = '\treverse_proxy 127.0.0.1:8888'

/** The changes to the examples that docs/deploying.md names, for a service below /trawl. */
export const frontsBelowPath = {
  nginx: { ...nginxSite, edit: [nginxPlace, '  location /trawl/ {\n    proxy_pass http://trawl;'] },
  caddy: { ...caddySite, edit: [caddyPlace, '\tredir /trawl /trawl/ 308\n\treverse_proxy /trawl/* 127.0.0.1:8888'] },
} satisfies Record<string, Kind>

/** Proxies that remove the path. */
export const frontsRemovingPath = {
  nginx: { ...nginxSite, edit: [nginxPlace, '  location /trawl/ {\n    proxy_pass http://trawl/;'] },
  caddy: { ...caddySite, edit: [caddyPlace, '\turi strip_prefix /trawl\n\treverse_proxy 127.0.0.1:8888'] },
} satisfies Record<string, Kind>

export const names = Object.keys(fronts).filter((name): name is keyof typeof fronts => name in fronts)

/** An example with other addresses. @throws when a text to replace is missing. */
function adapted(
  { file, asks, listens, site, edit = ['', ''] }: Kind,
  port: number,
  services: readonly number[],
): string {
  const example = readFileSync(join(examples, file), 'utf8')
  const text = example.replace(...edit)
  if (!example.includes(edit[0]) || !listens.test(text) || asks.some((address) => !text.includes(address)))
    throw new Error(`${file} listens or asks elsewhere`)
  const listening = text.replace(listens, site(port))
  return asks.reduce((text, address, at) => text.replace(address, `127.0.0.1:${services[at]}`), listening)
}

/**
 * Runs a proxy in front of services on these ports of loopback and returns its address once it answers. If the example
 * has more services than ports, the first ones are unreachable.
 */
export async function startFront(given: keyof typeof fronts | Kind, ...services: readonly number[]): Promise<string> {
  const kind: Kind = typeof given === 'string' ? fronts[given] : given
  const missing = kind.asks.slice(services.length)
  const all = [...(await Promise.all(missing.map(freePort))), ...services]
  const folder = mkdtempSync(join(tmpdir(), 'trawl-front-'))
  const port = await freePort()
  const file = join(folder, kind.file)
  writeFileSync(file, `${kind.around(adapted(kind, port, all), folder)}\n`)
  const [command, ...args] = kind.command
  const child = spawn(command, [...args, file], {
    env: { PATH: systemPath, HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const text: unknown[] = []
  child.stdout.on('data', (chunk) => text.push(chunk))
  child.stderr.on('data', (chunk) => text.push(chunk))
  const ended = once(child, 'close')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true })
  })
  const url = `http://127.0.0.1:${port}`
  await vi.waitFor(
    async () => {
      if (child.exitCode !== null) throw new Error(`${command} ended: ${text.join('')}`)
      await fetch(`${url}/livez`)
    },
    { interval: 20 },
  )
  return url
}
