// Words a failure of a request through a proxy: which proxy was used, and which half of the way failed.
import type { Reason, ReasonCode } from '../../contract/reasons.ts'
import { UpstreamError } from '../errors.ts'

export interface ProxyInUse {
  /** With name and password, if it has them. */
  readonly address: string
  /** Whether this process runs in a container, whose loopback addresses are its own. */
  readonly isInContainer: boolean
}

/** The failure with the proxy named, which was to reach `host`; `error` itself where nobody waits for the request any more, or that is no failure of the upstream. */
export function proxyError(error: unknown, proxy: ProxyInUse, host: string, signal: AbortSignal): unknown {
  if (!(error instanceof UpstreamError)) return error
  const address = withoutLogin(proxy.address)
  const name = `the proxy ${address}`
  const { cause, message, kind } = error
  const failure = (text: string, code: ReasonCode, more?: Partial<Reason>) =>
    new UpstreamError(kind, text, { cause: error, reason: { code, proxy: address, ...more } })
  // The time limit of the attempt ended it, whichever half was slow.
  if (signal.aborted)
    return new UpstreamError(kind, `${message} (through ${name})`, {
      cause,
      reason: { code: kind, ...error.reason, proxy: address },
    })
  const { code = '', syscall = '', text } = detailsOf(cause)
  const tunnelStatus = /^Proxy response \((\d+)\)/.exec(text)?.[1]
  if (tunnelStatus === '407' || /\(407\)/.test(text) || loginCodes.test(code) || /^Username and password/.test(text))
    return failure(`${name} wants a login: put name:password@ into its address, or correct it`, 'proxy_login')
  if (syscall === 'getaddrinfo') return failure(`${name} was not found: ${message}`, 'proxy_not_found')
  if (syscall === 'connect' || isConnectTimeout(code, text, host)) {
    const use = addressOutsideContainer(proxy)
    const hint = use ? `; inside a container this is the container itself: use ${use} and allow LAN in the proxy` : ''
    return code === 'ECONNREFUSED'
      ? failure(`${name} refused the connection${hint}`, 'proxy_refused', { use })
      : failure(`${name} was not reached: ${message}${hint}`, 'proxy_unreachable', { use })
  }
  if (/^UND_ERR_(?:PRX|SOCKS5_VERSION)/.test(code))
    return failure(
      `${name} does not answer as a proxy of this kind; is it an http:// or a socks5:// one?`,
      'proxy_protocol',
    )
  const why = tunnelStatus === undefined ? message : `the proxy answered ${tunnelStatus}`
  const status = tunnelStatus === undefined ? undefined : Number(tunnelStatus)
  return failure(`${name} was reached, but not ${host} through it: ${why}`, 'behind_proxy', { host, status })
}

function withoutLogin(address: string): string {
  const { protocol, host } = new URL(address)
  return `${protocol}//${host}`
}

/** Codes of undici's SOCKS client: no method of authentication in common, or wrong credentials. */
const loginCodes = /^UND_ERR_SOCKS5_AUTH_(?:REJECTED|METHOD|FAILED)$/

function detailsOf(cause: unknown): { readonly code?: string; readonly syscall?: string; readonly text: string } {
  if (!(cause instanceof Error)) return { text: '' }
  const details = { text: cause.message, ...('code' in cause && { code: String(cause.code) }) }
  return 'syscall' in cause ? { ...details, syscall: String(cause.syscall) } : details
}

/** undici has one error for both halves; its text names the host that was to be connected to. */
function isConnectTimeout(code: string, text: string, host: string): boolean {
  return code === 'UND_ERR_CONNECT_TIMEOUT' && !text.includes(` ${host.replace(/:\d+$/, '')}:`)
}

/** The replacement for a loopback address in a container; undefined elsewhere. */
function addressOutsideContainer({ address, isInContainer }: ProxyInUse): string | undefined {
  const url = new URL(address)
  const isLoopback = /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(url.hostname)
  if (!isInContainer || !isLoopback) return undefined
  url.hostname = 'host.docker.internal'
  return withoutLogin(url.href)
}
