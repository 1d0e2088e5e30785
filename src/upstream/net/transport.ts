// Sends one attempt directly, through a proxy or through a gateway; with transport-agents.ts the only file that opens connections.
import { lookup as systemLookup } from 'node:dns'
import { UpstreamError } from '../errors.ts'
import {
  type Allowance,
  createPublicAddressTest,
  type DnsLookup,
  guardLookup,
  isLocalName,
  literalAddress,
  normalizeHost,
} from './ssrf-guard.ts'
import type { Agents } from './transport-agents.ts'
import type { UpstreamReply, WireRequest } from './wire.ts'

export interface Transport {
  /** @throws UpstreamError `mismatch` for a private address, `network` or `timeout`; or the signal's reason. */
  send(attempt: WireRequest): Promise<UpstreamReply>
  close(): Promise<void>
}

export interface TransportOptions {
  /** Sends every attempt to this gateway, with the real URL in `x-upstream-url`. It decides which hosts are allowed. */
  readonly gateway?: URL | undefined
  /**
   * The proxy for a URL. The proxy resolves names, so resolved addresses cannot be checked here: only literal addresses
   * and names that are always private are refused. The proxy belongs to the operator and may have any address.
   */
  readonly proxyFor: (url: URL) => string | undefined
  /** Whether this process runs in a container; for the words of failures. */
  readonly isContainer?: boolean
  /** Private hosts that are allowed: upstreams in the local network, fake addresses of a resolver. */
  readonly allowance?: Allowance
  readonly lookup?: DnsLookup
  /** An additional trusted certificate authority, as PEM. */
  readonly ca?: string
}

/** Creates the transport. It reuses connections per host, and HTTP/2 where offered. */
export function createTransport(options: TransportOptions): Transport {
  const isPublic = createPublicAddressTest(options.allowance?.ranges)
  const allowed = options.allowance?.hosts ?? new Set<string>()
  const lookup = guardLookup(options.lookup ?? systemLookupAll, isPublic, allowed)
  let agents: Promise<Agents> | undefined
  // At the first request: undici takes longer to load than the rest of the transport, and a start waits for nothing of it.
  const openAgents = () => {
    agents ??= import('./transport-agents.ts').then(({ createAgents }) => createAgents(lookup, options.ca))
    return agents
  }

  /** The lookup guard is not called for literal addresses, nor when a proxy resolves the name. */
  const rejectPrivate = (url: URL) => {
    const address = literalAddress(url)
    const local = address === undefined ? isLocalName(url.hostname) : !isPublic(address)
    if (!local || allowed.has(address ?? normalizeHost(url.hostname))) return
    const way = 'UPSTREAM_PRIVATE can allow it'
    throw new UpstreamError('mismatch', `${url.hostname} is not a public address and was not requested (${way})`, {
      reason: { code: 'private_address', host: url.hostname },
    })
  }

  return {
    async send(attempt) {
      const { url } = attempt
      if (options.gateway) {
        // Assigned to the fields, because a path that starts with `//` would be parsed as another host.
        const target = new URL(options.gateway)
        target.pathname = url.pathname
        target.search = url.search
        const headers = { ...attempt.headers, 'x-upstream-url': url.href }
        return (await openAgents()).sendToGateway(target, { ...attempt, headers })
      }
      rejectPrivate(url)
      const address = options.proxyFor(url)
      const proxy = address === undefined ? undefined : { address, isInContainer: options.isContainer ?? false }
      return (await openAgents()).send(url, attempt, proxy)
    },
    async close() {
      await (await agents)?.close()
    },
  }
}

const systemLookupAll: DnsLookup = (host, done) => systemLookup(host, { all: true, order: 'verbatim' }, done)
