// The reverse proxies of docs/deploy, run as they stand there but for addresses and ports; they end with the test.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { systemPath } from './system-path.ts'

const examples = join(import.meta.dirname, '../../docs/deploy')

/** How one proxy is run: what of its example is replaced, what stands around it, and the command. */
interface Kind {
  readonly file: string
  readonly listens: RegExp
  site(port: number): string
  around(site: string, folder: string): string
  readonly command: readonly [string, ...string[]]
}

/** With a gzip as eager as it can be set, which the example has to hold off. */
const aroundNginx = (
  site: string,
  folder: string,
) => `daemon off; master_process off; pid ${folder}/pid; error_log stderr warn;
events {} http { access_log off; gzip on; gzip_types *; gzip_proxied any; gzip_min_length 1;
client_body_temp_path ${folder}/1; proxy_temp_path ${folder}/2; fastcgi_temp_path ${folder}/3; uwsgi_temp_path ${folder}/4; scgi_temp_path ${folder}/5;
${site} }`

export const fronts = {
  nginx: {
    file: 'nginx.conf',
    listens: /listen 80;\n {2}listen \[::\]:80;/,
    site: (port) => `listen 127.0.0.1:${port};`,
    around: aroundNginx,
    command: ['nginx', '-c'],
  },
  caddy: {
    file: 'Caddyfile',
    listens: /^trawl\.example\.org/m,
    site: (port) => `http://127.0.0.1:${port}`,
    around: (site, folder) => `{\nadmin off\nauto_https off\nstorage file_system ${folder}\n}\n${site}`,
    command: ['caddy', 'run', '--adapter', 'caddyfile', '--config'],
  },
} satisfies Record<string, Kind>

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

/** An example with other addresses. @throws when it has not what is to be replaced. */
function adapted({ file, listens, site }: Kind, port: number, service: number): string {
  const text = readFileSync(join(examples, file), 'utf8')
  if (!listens.test(text) || !text.includes('127.0.0.1:8888')) throw new Error(`${file} listens or asks elsewhere`)
  return text.replace(listens, site(port)).replace('127.0.0.1:8888', `127.0.0.1:${service}`)
}

/** Runs a proxy in front of a service on this port of loopback, and gives the proxy's address once it answers. */
export async function startFront(name: keyof typeof fronts, service: number): Promise<string> {
  const kind: Kind = fronts[name]
  const folder = mkdtempSync(join(tmpdir(), 'trawl-front-'))
  const port = await freePort()
  const file = join(folder, kind.file)
  writeFileSync(file, `${kind.around(adapted(kind, port, service), folder)}\n`)
  const [command, ...args] = kind.command
  const child = spawn(command, [...args, file], {
    env: { PATH: systemPath, HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: unknown[] = []
  child.stdout.on('data', (chunk) => said.push(chunk))
  child.stderr.on('data', (chunk) => said.push(chunk))
  const ended = once(child, 'close')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true })
  })
  const url = `http://127.0.0.1:${port}`
  await vi.waitFor(
    async () => {
      if (child.exitCode !== null) throw new Error(`${command} ended: ${said.join('')}`)
      await fetch(`${url}/livez`)
    },
    { timeout: 8_000, interval: 20 },
  )
  return url
}
