// Authorizes requests: allow list, authentication, rate limits.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Metrics } from '../../observability/metrics.ts'
import type { AdminGate } from '../auth/admin-gate.ts'
import { type Authenticator, bearerToken, type Principal } from '../auth/authentication.ts'
import type { FailedAuthLog } from '../auth/failed-auth-log.ts'
import { RequestError } from '../errors.ts'
import { isLocal } from '../local-request.ts'
import { routeOf } from '../logging/request-log.ts'
import { targetPath } from '../request-target.ts'
import type { ClientResolver } from './client-address.ts'
import { createNetworkNamer, normalizeIp } from './ip-ranges.ts'
import { type RateLimitStatus, type RateLimits, rateHeaders } from './rate-limits.ts'

export interface PathRules {
  /** Open to every address. */
  readonly livenessPath: string
  /** Administrators reach it even if the allow list excludes their address. */
  readonly allowListPath: string
  /** Need no authentication: what the page needs before login, and routes with access control of their own. */
  readonly publicPaths: ReadonlySet<string>
  /** Not rate limited: orchestrators poll them, from any address. */
  readonly unlimitedPaths: ReadonlySet<string>
}

export interface RequestGuardDeps {
  readonly allowList: { allows(address: string | undefined): boolean }
  readonly resolveClient: ClientResolver
  readonly callers: Authenticator
  readonly limits: RateLimits
  readonly gate: Pick<AdminGate, 'isAdministrator'>
  readonly paths: PathRules
  readonly metrics: Pick<Metrics, 'recordRejection'>
  readonly refusals: FailedAuthLog
}

type RawRequest = FastifyRequest['raw']

/** A request that the service sends to itself for a client, whose own request has been counted. */
export interface OwnRequest {
  /** It is a part of the client's request: the limit for all requests does not count it again. */
  readonly isIncluded: boolean
  /** The route that it counts for; default: its own. */
  readonly route?: string | undefined
}

/** Work beyond the request itself. */
interface Charge {
  /** The limit that counts it: a route, or `force`; default: the route of the request. */
  readonly name?: string | undefined
  /** Further requests, which have been answered already; over the limit they become debt. Without it, the request counts once more for `name` only. */
  readonly more?: number | undefined
}

export type RequestGuard = ReturnType<typeof createRequestGuard>

/** Creates the checks of a request: its address, its limits, and its right. All are synchronous, and the same for cached answers. */
export function createRequestGuard(parts: RequestGuardDeps) {
  const { allowList, resolveClient, callers, gate, paths, metrics } = parts
  const ownRequest = new AsyncLocalStorage<OwnRequest>()

  const callerOf = ({ headers }: RawRequest): Principal | undefined => callers.identify(headers)
  const { keyOf, consume, count } = createCounter(parts, callerOf)

  /** @throws RequestError 401 without valid credentials, where they are required. */
  function requireCaller(request: FastifyRequest): void {
    if (!callers.isRequired() || callerOf(request.raw)) return
    metrics.recordRejection('key')
    if (sentInvalidCredential(request)) parts.refusals.record('token', resolveClient(request.raw).address)
    throw unauthorized(request, callers)
  }

  return {
    /** @throws RequestError 403 for an address that is not allowed. */
    requireAddress(request: FastifyRequest): void {
      const { address } = resolveClient(request.raw)
      if (allowList.allows(address) || isExempt(request, paths, gate)) return
      metrics.recordRejection('address')
      const ip = normalizeIp(address) ?? 'none'
      throw new RequestError(403, `address: ${ip} is not on the allow list of this service`)
    },
    /** Counts a request for all routes together and for its own. @throws RequestError 429 over a limit. */
    countRequest(request: FastifyRequest, reply: FastifyReply): void {
      // Empty without a route, as for OPTIONS: no rule and no path has that name.
      const route = routeOf(request) ?? ''
      if (paths.unlimitedPaths.has(route)) return
      const { isIncluded = false, route: counted = route } = ownRequest.getStore() ?? {}
      count(request, reply, isIncluded ? [counted] : ['*', counted])
    },
    /** @throws RequestError 401 without valid credentials, where the route requires them. */
    requireRight(request: FastifyRequest): void {
      const route = routeOf(request) ?? ''
      if (route !== '' && !paths.publicPaths.has(route) && !paths.unlimitedPaths.has(route)) requireCaller(request)
    },
    /** For routes among `publicPaths`. @throws RequestError 401 without valid credentials, where they are required. */
    requireCaller,
    /**
     * Checks a request with a cached answer, whose route is not public. Returns the rate limit headers (names and values alternating); undefined
     * if it is rejected: the framework then answers with the error.
     */
    admitCached(raw: RawRequest, route: string): readonly string[] | undefined {
      const caller = callerOf(raw)
      if (!allowList.allows(resolveClient(raw).address) || (callers.isRequired() && !caller)) return undefined
      const status = consume(raw, caller, ['*', route])
      if (status?.isOver) return undefined
      return status ? Object.entries(rateHeaders(status)).flat() : []
    },
    /** Counts work beyond the request itself. @throws RequestError 429 over a limit, without `more`. */
    charge(request: FastifyRequest, reply: FastifyReply, { name, more }: Charge): void {
      const counted = name ?? ownRequest.getStore()?.route ?? routeOf(request) ?? ''
      if (more !== 0) count(request, reply, more === undefined ? [counted] : ['*', counted], more)
    },
    /** Sends a request of the service to itself, which is counted as `own` says. */
    runOwn: <T>(own: OwnRequest, send: () => T): T => ownRequest.run(own, send),
    /** The holder of the key, login or administrator's token of a request. */
    principal: ({ raw }: FastifyRequest): Principal | undefined => callerOf(raw),
    /** Rate limit key of a request; undefined if it is not limited. */
    rateLimitKey: ({ raw }: FastifyRequest): string | undefined => keyOf(raw, callerOf(raw)),
  }
}

/** Creates the one way to count requests against the rate limits. */
function createCounter(
  { limits, metrics, resolveClient }: RequestGuardDeps,
  callerOf: (raw: RawRequest) => Principal | undefined,
) {
  const networkOf = createNetworkNamer()

  /** The caller, or the network of the address; undefined for administrators and programs on this machine, which are not limited. */
  function keyOf(raw: RawRequest, caller: Principal | undefined): string | undefined {
    const client = resolveClient(raw)
    if (caller?.isAdministrator || (!caller && isLocal(raw.headers, client))) return undefined
    return caller?.name ?? networkOf(client.address)
  }

  /** Counts a request, or `more` of them; undefined if nothing limits it. */
  function consume(raw: RawRequest, caller: Principal | undefined, names: readonly string[], more?: number) {
    const client = keyOf(raw, caller)
    // A client's own rate covers all requests, and has counted this one already if only a route or `force` is to count it.
    if (client === undefined || (caller?.rate && !names.includes('*'))) return undefined
    const charge = { client, names, own: caller?.rate }
    return more === undefined ? limits.consume(charge) : limits.consumeMany(charge, more)
  }

  /** Counts a request, and sets the rate limit headers. @throws RequestError 429 over a limit. */
  function count(request: FastifyRequest, reply: FastifyReply, names: readonly string[], more?: number): void {
    const status = consume(request.raw, callerOf(request.raw), names, more)
    if (status?.isOver) {
      metrics.recordRejection('rate')
      throw tooManyRequests(status)
    }
    if (status) reply.headers(rateHeaders(status))
  }

  return { keyOf, consume, count }
}

function isExempt(request: FastifyRequest, paths: PathRules, gate: RequestGuardDeps['gate']): boolean {
  const route = routeOf(request)
  // Compare the path too: OPTIONS has no route.
  const isAlive = route === paths.livenessPath || targetPath(request.url) === paths.livenessPath
  return isAlive || (route === paths.allowListPath && gate.isAdministrator(request))
}

const ruleLabels: ReadonlyMap<string, string> = new Map([
  ['*', 'all requests of one client together'],
  ['force', 'force=1 and refresh=true'],
  ['key', 'this key'],
])

function tooManyRequests(status: RateLimitStatus): RequestError {
  const { name, rate, waitMs } = status
  const waitS = Math.ceil(waitMs / 1000)
  return new RequestError(
    429,
    `rate: at most ${rate.count} in ${rate.perMs / 1000} s for ${ruleLabels.get(name) ?? name}; retry in ${waitS} s`,
    {
      details: { limit: rate.count, retryAfterS: waitS },
      headers: { ...rateHeaders(status), 'retry-after': String(waitS) },
    },
  )
}

/** Was the credential never valid? A login token may have expired, which is no attack. */
function sentInvalidCredential({ headers }: FastifyRequest): boolean {
  const isLogin = bearerToken(headers)?.split('.').length === 3
  return headers['x-api-key'] !== undefined || (headers.authorization !== undefined && !isLogin)
}

function unauthorized({ headers, url }: FastifyRequest, { authHint }: Authenticator): RequestError {
  const isMissing = headers.authorization === undefined && headers['x-api-key'] === undefined
  const problem = isMissing ? 'is missing' : 'invalid or expired API key or token'
  // Only for feeds: elsewhere a browser would ask for a password before the page does.
  const scheme = url.startsWith('/feeds/') ? 'Basic realm="trawl", charset="UTF-8"' : 'Bearer'
  return new RequestError(401, `authorization: ${problem}: ${authHint()}`, { headers: { 'www-authenticate': scheme } })
}
