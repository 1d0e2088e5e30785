// Whether a request may be answered: it comes from where it may, proves who it is where that is asked, and does not come too often.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Metrics } from '../metrics.ts'
import { isLocal, isLocalHead } from './access.ts'
import { addressOf, createNetworks } from './addresses.ts'
import type { AdminGate } from './admin.ts'
import { bearerOf } from './bearer.ts'
import type { Caller, Callers } from './callers.ts'
import type { Clients } from './client.ts'
import { RequestError } from './errors.ts'
import { type RateLimits, rateHeaders, type Standing } from './rate-limits.ts'
import type { RefusalLog } from './refusal-log.ts'
import { routeOf } from './request-log.ts'
import { pathOf } from './target.ts'

/** Paths that are not for everybody who may ask, or for more. */
export interface Paths {
  /** Answers whoever asks. */
  readonly alive: string
  /** An administrator gets there although the allow list does not let him in. */
  readonly allowList: string
  /** Asked by nobody who has to prove anything: what a page needs before its user has logged in, and what has a gate of its own. */
  readonly open: ReadonlySet<string>
  /** Not counted: orchestrators ask there, from wherever. */
  readonly uncounted: ReadonlySet<string>
}

/** What the quick check needs. */
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

/** What one request that may want several things has done. */
interface Work {
  readonly route: string
  readonly isFirst: boolean
}

export interface Guard {
  /** The error for a request from where none may come, else undefined. */
  refusalOf(request: FastifyRequest): RequestError | undefined
  /**
   * Lets pass who may be answered, and says in the headers how often he still may ask.
   * @throws RequestError 401 for who does not prove who he is, 429 for who asks too often.
   */
  check(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Counts a request for `force=1` or `refresh=true` besides. @throws RequestError 429. */
  checkForced(request: FastifyRequest, reply: FastifyReply): void
  /** Counts what is done for a request besides, as a request of that route; what is not the first, as one more of all requests too. @throws RequestError 429. */
  checkWork(request: FastifyRequest, reply: FastifyReply, work: Work): void
  /** Counts a request as so many `more`, of its own route unless another is named. What is over a rate is owed. */
  charge(request: FastifyRequest, reply: FastifyReply, cost: { readonly more: number; readonly route?: string }): void
  /** Counts a request that nothing can be done with; the error for one too many. */
  overOf(request: FastifyRequest, reply: FastifyReply): RequestError | undefined
  /** As whose a request counts that was let pass: its caller's, or its address's network's; undefined for who is not counted. */
  clientOf(request: FastifyRequest): string | undefined
  /** May a request of this route be answered at once? Gives further headers of the answer, names and values in turn; undefined if not, or not at once. */
  pass(request: IncomingMessage, route: string): readonly string[] | undefined
}

/** Makes the guard. */
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
      // A rate of one's own is for all requests, and has counted this one already.
      if (!caller?.rate) counting.count({ request, caller, names: ['force'] }, reply)
    },
    checkWork(request, reply, { route, isFirst }) {
      const caller = callers.known(request.headers)
      // The first was counted for all as it came.
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

/** Makes the quick check of requests for what is ready, none of which is open to everybody. */
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

/** Told by the list of headers as it came: most send none, and to make an object of it takes longer. */
function provesSomething({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.some((text, at) => at % 2 === 0 && text.length === 13 && text.toLowerCase() === 'authorization')
}

type Naming = (request: FastifyRequest, caller: Caller | undefined) => string | undefined

/** Makes what says as whose a request counts; undefined for administrators and programs on this machine, who are not counted. */
function createNaming(clients: Clients): Naming {
  const networkOf = createNetworks()
  return (request, caller) => {
    const client = clients.of(request.raw)
    if (caller?.isAdministrator || (!caller && isLocal(request.headers, client))) return undefined
    return caller?.name ?? networkOf(client.address)
  }
}

/** A request, who sends it, and what it counts under. */
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

/** Without keys and logins nobody but the administrator needs to prove anything. */
function administrator(request: FastifyRequest, gate: GuardParts['gate']): Caller | undefined {
  if (request.headers.authorization === undefined) return undefined
  return gate.isAdministrator(request) ? { name: 'administrator', isAdministrator: true } : undefined
}

function isOpenAnyway(request: FastifyRequest, { paths, gate }: GuardParts): boolean {
  const route = routeOf(request)
  // By its path too: OPTIONS has no route.
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
    `rate: at most ${rate.count} in ${rate.perMs / 1000} s for ${whats.get(name) ?? name}; ask again in ${waitS} s`,
    {
      details: { limit: rate.count, retryAfterS: waitS },
      headers: { ...rateHeaders(standing), 'retry-after': String(waitS) },
    },
  )
}

/** A key or a token that never counted; a login that has ended is sent in good faith. */
function sentWrongProof({ headers }: FastifyRequest): boolean {
  const isLogin = bearerOf(headers)?.split('.').length === 3
  return headers['x-api-key'] !== undefined || (headers.authorization !== undefined && !isLogin)
}

function unproved({ headers }: FastifyRequest, { way }: Callers): RequestError {
  const isMissing = headers.authorization === undefined && headers['x-api-key'] === undefined
  const problem = isMissing ? 'is missing' : 'is no key and no login that holds'
  return new RequestError(401, `authorization: ${problem}: ${way}`, { headers: { 'www-authenticate': 'Bearer' } })
}
