// Authorizes requests: allow list, authentication, rate limits.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Metrics } from '../metrics.ts'
import { addressOf, createNetworks } from './addresses.ts'
import type { AdminGate } from './admin.ts'
import { bearerOf } from './bearer.ts'
import type { Caller, Callers } from './callers.ts'
import type { Clients } from './client.ts'
import { RequestError } from './errors.ts'
import { isLocal, isLocalHead } from './local-request.ts'
import { type RateLimits, rateHeaders, type Standing } from './rate-limits.ts'
import type { RefusalLog } from './refusal-log.ts'
import { routeOf } from './request-log.ts'
import { pathOf } from './target.ts'

/** Paths with rules of their own. */
export interface Paths {
  /** Open to every address. */
  readonly alive: string
  /** Administrators reach it even if the allow list excludes their address. */
  readonly allowList: string
  /** Need no authentication: what the page needs before login, and routes with access control of their own. */
  readonly open: ReadonlySet<string>
  /** Not rate limited: orchestrators poll them, from any address. */
  readonly uncounted: ReadonlySet<string>
}

/** Dependencies of the fast check. */
export interface PassParts {
  readonly allowList: { allows(address: string | undefined): boolean }
  readonly clients: Clients
  readonly callers: Callers
  readonly limits: Pick<RateLimits, 'spend'>
}

export interface GuardParts extends PassParts {
  readonly limits: RateLimits
  readonly gate: Pick<AdminGate, 'isAdministrator'>
  readonly paths: Paths
  readonly metrics: Pick<Metrics, 'refused'>
  readonly refusals: RefusalLog
}

type IncomingMessage = FastifyRequest['raw']

/** One unit of work of a request that may contain several. */
interface Work {
  readonly route: string
  readonly isFirst: boolean
}

export interface Guard {
  /** The error for a request from an address that is not allowed, else undefined. */
  refusalOf(request: FastifyRequest): RequestError | undefined
  /**
   * Authenticates and counts the request; sets the rate limit headers.
   * @throws RequestError 401 without valid credentials, 429 over the rate limit.
   */
  check(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Counts `force=1` or `refresh=true` against their additional limit. @throws RequestError 429. */
  checkForced(request: FastifyRequest, reply: FastifyReply): void
  /** Counts one unit of work against the limits of `route`, and any but the first against the limit for all requests too. @throws RequestError 429. */
  checkWork(request: FastifyRequest, reply: FastifyReply, work: Work): void
  /** Counts `more` additional requests, of the request's own route unless `route` is given. Requests over the limit become debt. */
  charge(request: FastifyRequest, reply: FastifyReply, cost: { readonly more: number; readonly route?: string }): void
  /** Counts a malformed request; returns the error if it is over the limit. */
  overOf(request: FastifyRequest, reply: FastifyReply): RequestError | undefined
  /** Rate limit key of an authorized request: its caller or its address's network; undefined if it is not limited. */
  clientOf(request: FastifyRequest): string | undefined
  /** Authorizes a request synchronously, for the fast path. Returns additional headers (names and values alternating); undefined if it is rejected or cannot be decided synchronously. */
  pass(request: IncomingMessage, route: string): readonly string[] | undefined
}

/** Creates the request guard. */
export function createGuard(parts: GuardParts): Guard {
  const { allowList, clients, gate, callers, paths, metrics } = parts
  const clientOf = createNaming(clients)
  const counting = createCounting(parts, clientOf)
  return {
    refusalOf(request) {
      const { address } = clients.of(request.raw)
      if (allowList.allows(address) || isOpenAnyway(request, parts)) return undefined
      metrics.refused('address')
      return new RequestError(403, `address: ${addressOf(address) ?? 'none'} is not on the allow list of this service`)
    },
    async check(request, reply) {
      const route = routeOf(request)
      if (route !== undefined && paths.uncounted.has(route)) return
      const caller = callers.isRestricted ? await callers.find(request.headers) : administrator(request, gate)
      counting.count({ request, caller, names: route === undefined ? ['*'] : ['*', route] }, reply)
      if (!callers.isRestricted || caller || request.method === 'OPTIONS') return
      if (route === undefined || paths.open.has(route)) return
      metrics.refused('key')
      if (sentWrongProof(request)) parts.refusals.refused('token', clients.of(request.raw).address)
      throw unproved(request, callers)
    },
    checkForced(request, reply) {
      const caller = callers.known(request.headers)
      // A client's own rate covers all requests, and has counted this one already.
      if (!caller?.rate) counting.count({ request, caller, names: ['force'] }, reply)
    },
    checkWork(request, reply, { route, isFirst }) {
      const caller = callers.known(request.headers)
      // The limit for all requests counted the first unit when the request arrived.
      if (!isFirst) counting.count({ request, caller, names: ['*', route] }, reply)
      else if (!caller?.rate) counting.count({ request, caller, names: [route] }, reply)
    },
    charge(request, reply, { more, route = routeOf(request) ?? '' }) {
      const caller = callers.known(request.headers)
      counting.charge({ request, caller, names: ['*', route] }, reply, more)
    },
    overOf: (request, reply) =>
      counting.overOf({ request, caller: callers.known(request.headers), names: ['*'] }, reply),
    clientOf: (request) => clientOf(request, callers.known(request.headers)),
    pass: createPass(parts),
  }
}

/** Creates the synchronous check for the fast path, whose routes all require authorization. */
export function createPass({ allowList, clients, callers, limits }: PassParts): Guard['pass'] {
  const networkOf = createNetworks()
  return (request, route) => {
    const client = clients.of(request)
    if (!allowList.allows(client.address)) return undefined
    const caller = callers.isRestricted || provesSomething(request) ? callers.known(request.headers) : undefined
    if (callers.isRestricted && !caller) return undefined
    if (caller?.isAdministrator || (!caller && isLocalHead(request.rawHeaders, client))) return none
    const name = caller?.name ?? networkOf(client.address)
    return furtherOf(limits.spend({ client: name, names: ['*', route], own: caller?.rate }))
  }
}

function furtherOf(standing: Standing | undefined): readonly string[] | undefined {
  if (standing === undefined) return none
  return standing.isOver ? undefined : Object.entries(rateHeaders(standing)).flat()
}

/** Does the request send credentials? Reads the raw headers: few requests have any, and building the headers object takes longer. */
function provesSomething({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.some((text, at) => at % 2 === 0 && text.length === 13 && text.toLowerCase() === 'authorization')
}

type Naming = (request: FastifyRequest, caller: Caller | undefined) => string | undefined

/** Creates the function for rate limit keys; undefined for administrators and programs on this machine, which are not limited. */
function createNaming(clients: Clients): Naming {
  const networkOf = createNetworks()
  return (request, caller) => {
    const client = clients.of(request.raw)
    if (caller?.isAdministrator || (!caller && isLocal(request.headers, client))) return undefined
    return caller?.name ?? networkOf(client.address)
  }
}

/** A request, its client, and the limits it counts against. */
interface Counted {
  readonly request: FastifyRequest
  readonly caller: Caller | undefined
  readonly names: readonly string[]
}

function createCounting({ limits, metrics }: GuardParts, clientOf: Naming) {
  const overOf = ({ request, caller, names }: Counted, reply: FastifyReply): RequestError | undefined => {
    const client = clientOf(request, caller)
    if (client === undefined) return undefined
    const standing = limits.spend({ client, names, own: caller?.rate })
    if (standing?.isOver) {
      metrics.refused('rate')
      return tooOften(standing)
    }
    if (standing) reply.headers(rateHeaders(standing))
    return undefined
  }
  return {
    overOf,
    /** @throws RequestError 429 */
    count(counted: Counted, reply: FastifyReply): void {
      const over = overOf(counted, reply)
      if (over) throw over
    },
    charge({ request, caller, names }: Counted, reply: FastifyReply, times: number): void {
      const client = clientOf(request, caller)
      if (client === undefined || times === 0) return
      const standing = limits.charge({ client, names, own: caller?.rate }, times)
      if (standing) reply.headers(rateHeaders(standing))
    },
  }
}

const none: readonly string[] = []

/** Without keys and logins, only the administrator authenticates. */
function administrator(request: FastifyRequest, gate: GuardParts['gate']): Caller | undefined {
  if (request.headers.authorization === undefined) return undefined
  return gate.isAdministrator(request) ? { name: 'administrator', isAdministrator: true } : undefined
}

function isOpenAnyway(request: FastifyRequest, { paths, gate }: GuardParts): boolean {
  const route = routeOf(request)
  // Compare the path too: OPTIONS has no route.
  const isAlive = route === paths.alive || pathOf(request.url) === paths.alive
  return isAlive || (route === paths.allowList && gate.isAdministrator(request))
}

const whats: ReadonlyMap<string, string> = new Map([
  ['*', 'all requests of one client together'],
  ['force', 'force=1 and refresh=true'],
  ['key', 'this key'],
])

function tooOften(standing: Standing): RequestError {
  const { name, rate, waitMs } = standing
  const waitS = Math.max(1, Math.ceil(waitMs / 1000))
  return new RequestError(
    429,
    `rate: at most ${rate.count} in ${rate.perMs / 1000} s for ${whats.get(name) ?? name}; retry in ${waitS} s`,
    {
      details: { limit: rate.count, retryAfterS: waitS },
      headers: { ...rateHeaders(standing), 'retry-after': String(waitS) },
    },
  )
}

/** Was the credential never valid? A login token may have expired, which is no attack. */
function sentWrongProof({ headers }: FastifyRequest): boolean {
  const isLogin = bearerOf(headers)?.split('.').length === 3
  return headers['x-api-key'] !== undefined || (headers.authorization !== undefined && !isLogin)
}

function unproved({ headers }: FastifyRequest, { way }: Callers): RequestError {
  const isMissing = headers.authorization === undefined && headers['x-api-key'] === undefined
  const problem = isMissing ? 'is missing' : 'invalid or expired API key or token'
  return new RequestError(401, `authorization: ${problem}: ${way}`, { headers: { 'www-authenticate': 'Bearer' } })
}
