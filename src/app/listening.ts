// Where the service listens: the texts that the start logs, addresses for other devices, errors of listening, and the browser.

import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import type { networkInterfaces } from 'node:os'
import { basename } from 'node:path'
import { styleText } from 'node:util'
import type { Config } from '../config/schema.ts'
import type { Owner } from '../http/auth/owner.ts'
import type { Logger } from '../observability/log.ts'
import type { Reachability } from '../upstream/net/reachability.ts'
import type { Settings } from './settings.ts'

/** Appended to the address: where else a service listening on `host` is reachable. */
export function listenScope(host: string, urls: readonly string[]): string {
  if (urls.length > 0) return `, and for other devices on ${urls.join(', ')}`
  return host === '0.0.0.0' || host === '::' ? ' and on every other address of this machine' : ''
}

/** A notice that the service is open to its whole network, and how to restrict it; undefined where it is restricted. */
export function openAccessNotice(host: string, isPrivate: boolean): string | undefined {
  const isHereOnly = host === '::1' || host.startsWith('127.')
  if (isHereOnly || isPrivate) return undefined
  return 'anyone who can reach it over the network may search; make it private on the page (Settings) or with API_KEYS or AUTH_ENABLED, or restrict it to this machine with HOST=127.0.0.1 (in Docker: PUBLISH)'
}

/** The code of the owner, and what it is for; undefined without one. */
export function ownerCodeNotice(owner: Pick<Owner, 'code' | 'exists'> | undefined): string | undefined {
  if (owner?.code === undefined) return undefined
  const use = owner.exists() ? 'to replace a forgotten password of the owner' : 'to become the owner of this service'
  return `${use}, press Log in on the page and enter the code ${owner.code}; it counts once, until the next start`
}

/** The way of requests to an upstream: `config` has the gateway, `proxyFor` the proxy at the moment. */
interface WayOut {
  readonly config: Config
  readonly proxyFor: Settings['proxyFor']
}

const telegram = new URL('https://t.me/')

/** How requests to upstreams leave: through a gateway, through proxies, or directly. */
export function egressSummary({ config, proxyFor }: WayOut): string {
  if (config.UPSTREAM_GATEWAY) return `all through the gateway ${config.UPSTREAM_GATEWAY.origin}`
  const proxied = [config.UPSTREAM_PROXY, config.HTTP_PROXY, config.HTTPS_PROXY, config.ALL_PROXY].some(Boolean)
  return proxied || proxyFor(telegram) !== undefined ? 'through the configured proxies' : 'directly'
}

/** Warns if Telegram, which most results come from, is unreachable. Silent during shutdown, which ends all requests. */
export async function warnIfUnreachable(
  { check }: Pick<Reachability, 'check'>,
  wayOut: WayOut,
  { log, isEnding }: { readonly log: Pick<Logger, 'warn'>; readonly isEnding: () => boolean },
): Promise<void> {
  const checked = await check()
  if (checked.state !== 'unreachable' || isEnding()) return
  const { kind, detail } = checked.failure
  const what = kind === 'blocked' ? 'blocks us' : 'cannot be reached'
  log.warn(
    `t.me ${what} (${kind}: ${detail}). The service keeps running; searches list the sources that failed. ${advice(wayOut)}`,
  )
}

/** Advice for the operator, by the way that requests to t.me take. */
function advice({ config, proxyFor }: WayOut): string {
  if (config.UPSTREAM_GATEWAY) return 'Check the gateway in UPSTREAM_GATEWAY.'
  if (proxyFor(telegram) !== undefined)
    return 'Check that this proxy runs, and its address on the page (Settings) or in UPSTREAM_PROXY, HTTPS_PROXY or ALL_PROXY.'
  return 'No proxy is used: behind a firewall, set one on the page (Settings), or HTTPS_PROXY, UPSTREAM_PROXY or UPSTREAM_GATEWAY; in a checkout, `npm run demo` shows what Trawl does without a network.'
}

/** Interfaces of containers, virtual machines and VPNs; a phone in the same network rarely reaches them. */
const virtualInterface = /^(?:docker|br-|veth|virbr|vmnet|vEthernet|utun|tun|tap|wg|zt|tailscale)/i

/** URLs for other devices, if the service listens on all addresses; those of virtual interfaces come last. */
export function networkUrls(host: string, port: number, interfaces: ReturnType<typeof networkInterfaces>): string[] {
  if (host !== '0.0.0.0' && host !== '::') return []
  return Object.entries(interfaces)
    .toSorted(([one], [other]) => Number(virtualInterface.test(one)) - Number(virtualInterface.test(other)))
    .flatMap(([, addresses = []]) => addresses)
    .filter(({ family, internal, address }) => family === 'IPv4' && !internal && !address.startsWith('169.254.'))
    .map(({ address }) => `http://${address}:${port}`)
}

/** A QR code of `url`, black on white in any colour scheme; undefined if it is wider than the terminal. */
export async function renderQrCode(url: string, stdout: NodeJS.WriteStream): Promise<string | undefined> {
  // Loaded here because most starts have no terminal.
  const { renderUnicodeCompact } = await import('uqr')
  const lines = renderUnicodeCompact(url, { ecc: 'L', border: 2 }).split('\n')
  if (lines.some((line) => line.length > stdout.columns)) return undefined
  return lines.map((line) => `${styleText(['whiteBright', 'bgBlack'], line, { stream: stdout })}\n`).join('')
}

/** A sentence that names the setting to change; undefined if `error` is another error. `findOwner` names the process that has a port. */
export function listenErrorMessage(error: unknown, findOwner = findPortOwner): string | undefined {
  if (!(error instanceof Error && 'code' in error)) return undefined
  const { code, message } = error
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `${message}: HOST does not resolve to an address; it must be one of this machine, or 0.0.0.0 or :: for all of them`
  if (!('syscall' in error) || error.syscall !== 'listen') return undefined
  const port = 'port' in error ? Number(error.port) : 0
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken by ${findOwner(port) ?? 'another program'}. Stop it, or set PORT to a free port, for example PORT=${port < 65_535 ? port + 1 : 8_888}`
  if (code === 'EADDRNOTAVAIL')
    return `${message}: HOST must be an address of this machine, or 0.0.0.0 or :: for all of them`
  if (code === 'EACCES')
    return `This user may not listen on port ${port}. Set PORT to a port above 1023, for example PORT=8888; for ports 80 and 443 use a reverse proxy (docs/deploying.md)`
  return undefined
}

/** `0A` is the state "listening"; the tenth field is the inode of the socket. */
function socketsOn(port: number): ReadonlySet<string> {
  const hex = port.toString(16).toUpperCase().padStart(4, '0')
  const tables = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) => attempt(() => readFileSync(file, 'utf8')) ?? [])
  const rows = tables.flatMap((table) => table.split('\n').map((row) => row.trim().split(/\s+/)))
  const ours = rows.filter(([, local, , state]) => state === '0A' && local?.endsWith(`:${hex}`))
  return new Set(ours.map((fields) => `socket:[${fields[9]}]`))
}

/** Describes the process that listens on the port; undefined if it belongs to another user or the system is not Linux. */
function findPortOwner(port: number): string | undefined {
  const sockets = socketsOn(port)
  const pids =
    sockets.size === 0 ? [] : (attempt(() => readdirSync('/proc')) ?? []).filter((name) => /^\d+$/.test(name))
  for (const pid of pids) {
    const files = attempt(() => readdirSync(`/proc/${pid}/fd`)) ?? []
    if (!files.some((fd) => sockets.has(attempt(() => readlinkSync(`/proc/${pid}/fd/${fd}`)) ?? ''))) continue
    const program = attempt(() => basename(readlinkSync(`/proc/${pid}/exe`))) ?? 'a program'
    const folder = attempt(() => ` in ${readlinkSync(`/proc/${pid}/cwd`)}`) ?? ''
    return `${program} (process ${pid}${folder})`
  }
  return undefined
}

/** Processes end while they are read, and those of other users may not be read. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

const commands: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/**
 * Runs the platform's command that opens an address; resolves when it runs or could not be started. `onFailure` gets the reason if it cannot
 * be started or fails later.
 */
export async function openBrowser(
  url: string,
  platform: NodeJS.Platform,
  onFailure: (reason: string) => void,
): Promise<void> {
  const [command, ...args] = commands[platform] ?? ['xdg-open']
  const opener = spawn(command, [...args, url], { stdio: 'ignore', detached: true })
  const started = Promise.withResolvers<void>()
  opener.once('spawn', started.resolve)
  opener.once('error', ({ message }) => {
    onFailure(message)
    started.resolve()
  })
  opener.once('exit', (code) => {
    if (code !== 0) onFailure(`${command} ended with status ${code}`)
  })
  opener.unref()
  await started.promise
}
