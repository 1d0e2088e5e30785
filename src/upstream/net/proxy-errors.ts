// Words a failure of a request through a proxy: which proxy was used, and which half of the way failed.
import { UpstreamError } from '../errors.ts'

export interface ProxyInUse {
  /** With name and password, if it has them. */
  readonly address: string
  /** Whether this process runs in a container, whose loopback addresses are its own. */
  readonly isInContainer: boolean
}

interface FailedRequest {
  /** The host that the proxy was to reach. */
  readonly host: string
  readonly signal: AbortSignal
}

/** The failure with the proxy named; `error` itself where nobody waits for the request any more, or that is no failure of the upstream. */
export function proxyError(error: unknown, proxy: ProxyInUse, { host, signal }: FailedRequest): unknown {
  if (!(error instanceof UpstreamError)) return error
  const { protocol, host: proxyHost } = new URL(proxy.address)
  const name = `the proxy ${protocol}//${proxyHost}`
  const { cause, message, kind } = error
  // The time limit of the attempt ended it, whichever half was slow.
  if (signal.aborted) return new UpstreamError(kind, `${message} (through ${name})`, { cause })
  const { code = '', syscall = '', text } = detailsOf(cause)
  const options = { cause: error }
  const tunnelStatus = /^Proxy response \((\d+)\)/.exec(text)?.[1]
  if (tunnelStatus === '407' || /\(407\)/.test(text) || loginCodes.test(code) || /^Username and password/.test(text))
    return new UpstreamError(
      'network',
      `${name} wants a login: put name:password@ into its address, or correct it`,
      options,
    )
  if (syscall === 'getaddrinfo') return new UpstreamError(kind, `${name} was not found: ${message}`, options)
  if (syscall === 'connect' || isConnectTimeout(code, text, host)) {
    const sentence = code === 'ECONNREFUSED' ? `${name} refused the connection` : `${name} was not reached: ${message}`
    return new UpstreamError(kind, sentence + containerHint(proxy), options)
  }
  if (/^UND_ERR_(?:PRX|SOCKS5_VERSION)/.test(code))
    return new UpstreamError(
      kind,
      `${name} does not answer as a proxy of this kind; is it an http:// or a socks5:// one?`,
      options,
    )
  const reason = tunnelStatus === undefined ? message : `the proxy answered ${tunnelStatus}`
  return new UpstreamError(kind, `${name} was reached, but not ${host} through it: ${reason}`, options)
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

function containerHint({ address, isInContainer }: ProxyInUse): string {
  const url = new URL(address)
  const isLoopback = /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(url.hostname)
  if (!isInContainer || !isLoopback) return ''
  url.hostname = 'host.docker.internal'
  const onHost = `${url.protocol}//${url.host}`
  return `; inside a container this is the container itself: use ${onHost} and allow LAN in the proxy`
}
