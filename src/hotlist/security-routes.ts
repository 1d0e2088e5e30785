// Security routes: the IP allow list and the bans, edited over the API.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { BanChange, BanList, ChangeResult } from '../bans/ban-list.ts'
import { type BanKind, type BansResponse, bansChange, bansResponse } from '../contract/bans.ts'
import {
  type AllowListResponse,
  allowListChange,
  allowListParameters,
  allowListQuestion,
  allowListResponse,
} from '../contract/monitoring.ts'
import { type ErrorExample, type Operations, routePath } from '../contract/operation.ts'
import { type AllowList, readBlocks } from '../http/access/ip-allow-list.ts'
import { normalizeIp } from '../http/access/ip-ranges.ts'
import type { AdminGate } from '../http/auth/admin-gate.ts'
import { badRequest, RequestError } from '../http/errors.ts'
import { sendJson } from '../http/json.ts'
import { parseQuery, readDeclaredBody, readQuery, validate } from '../http/params.ts'
import { messageOf } from '../observability/error-message.ts'
import { envelope } from './to-contract.ts'

const wrongAddresses: ErrorExample[] = [
  {
    message: 'ip: is missing: must be an IPv4 or IPv6 address or a block like 10.0.0.0/8; several in ips',
    details: { parameter: 'ip' },
  },
  {
    message: 'ip: "10.0.0.0/40" must be an IPv4 or IPv6 address or a block like 10.0.0.0/8',
    details: { parameter: 'ip' },
  },
]

export const securityOperations = {
  allowList: {
    method: 'get',
    path: '/api/v1/security/ip-whitelist',
    tag: 'administration',
    summary: 'The IP allow list',
    access: 'reader',
    query: allowListQuestion,
    answers: [{ status: 200, meaning: 'The list.', schema: allowListResponse }],
    errors: {
      400: [
        { message: 'ip: must be an IPv4 or IPv6 address', details: { parameter: 'ip' } },
        {
          message:
            'action: is not supported: GET only reads the list; POST adds the addresses in ip or ips, DELETE removes them',
          details: { parameter: 'action' },
        },
      ],
    },
  },
  allow: {
    method: 'post',
    path: '/api/v1/security/ip-whitelist',
    tag: 'administration',
    summary: 'Add addresses to the allow list',
    description:
      'While the list is not empty, only its addresses have access, except to `/livez`. Add your own address first; administrators always have access to this path.',
    access: 'administrator',
    query: allowListChange,
    body: allowListChange,
    isBodyOptional: true,
    answers: [{ status: 200, meaning: 'The updated list.', schema: allowListResponse }],
    errors: {
      400: wrongAddresses,
    },
  },
  disallow: {
    method: 'delete',
    path: '/api/v1/security/ip-whitelist',
    tag: 'administration',
    summary: 'Remove addresses from the allow list',
    description: 'An empty list allows every address.',
    access: 'administrator',
    query: allowListChange,
    body: allowListChange,
    isBodyOptional: true,
    answers: [{ status: 200, meaning: 'The updated list.', schema: allowListResponse }],
    errors: {
      400: wrongAddresses,
      404: [{ message: 'allow list: 10.0.0.0/8 is not on it' }],
    },
  },
  bans: {
    method: 'get',
    path: '/api/v1/security/bans',
    tag: 'administration',
    summary: 'All bans',
    access: 'reader',
    answers: [{ status: 200, meaning: 'All bans.', schema: bansResponse }],
  },
  changeBans: {
    method: 'post',
    path: '/api/v1/security/bans',
    tag: 'administration',
    summary: 'Add and lift bans',
    access: 'administrator',
    body: bansChange,
    answers: [{ status: 200, meaning: 'The updated bans.', schema: bansResponse }],
    errors: {
      400: [{ message: 'add.0.kind: must be one of share, word, channel, host', details: { parameter: 'add.0.kind' } }],
      404: [{ message: 'bans: there is no ban of the word 预告' }],
      409: [{ message: 'bans: the ban of the word 预告 stands in the file of bans, and has to be lifted there' }],
    },
  },
} satisfies Operations

export interface SecurityRouteOptions {
  readonly allowList: AllowList
  readonly bans: BanList
  readonly epochMs: () => number
}

/** Path of the allow list. Administrators reach it even when the list excludes their address, so that they can correct it. */
export const allowListPath = routePath(securityOperations.allowList)

const bansPath = routePath(securityOperations.bans)

/** All paths of these routes; each route has its own access check. */
export const securityPaths = [allowListPath, bansPath] as const

export function securityRoutes(app: FastifyInstance, options: SecurityRouteOptions, gate: AdminGate): void {
  allowListRoutes(app, options, gate)
  banRoutes(app, options, gate)
}

function allowListRoutes(app: FastifyInstance, { allowList, epochMs }: SecurityRouteOptions, gate: AdminGate): void {
  const state = (): AllowListResponse => {
    const whitelist = [...allowList.blocks()]
    return { ...envelope(epochMs()), enabled: whitelist.length > 0, whitelist, count: whitelist.length }
  }
  const send = (reply: FastifyReply, answer: AllowListResponse) =>
    sendJson(reply.header('cache-control', 'no-store'), answer)

  app.get(allowListPath, (request, reply) => {
    gate.requireReportReader(request)
    if ('action' in readQuery(request.url, ['action'])) throw badRequest('action', actionNotSupported)
    const { ip } = parseQuery(request, allowListQuestion)
    if (ip === undefined) return send(reply, state())
    const address = normalizeIp(ip)
    if (address === undefined) throw badRequest('ip', 'must be an IPv4 or IPv6 address')
    return send(reply, { ...state(), ip: address, allowed: allowList.allows(address) })
  })
  app.post(allowListPath, async (request, reply) => {
    gate.requireAdministrator(request)
    await allowList.add(blocksOf(request))
    return send(reply, state())
  })
  app.delete(allowListPath, async (request, reply) => {
    gate.requireAdministrator(request)
    await allowList.remove(blocksOf(request))
    return send(reply, state())
  })
}

/** `action` in a GET: a client of a service where GET changes the list. */
const actionNotSupported =
  'is not supported: GET only reads the list; POST adds the addresses in ip or ips, DELETE removes them'

function blocksOf(request: FastifyRequest): string[] {
  const { url, body } = request
  const hasBody = body instanceof Uint8Array && body.length > 0
  const { ip, ips } = validate(allowListChange, {
    ...readQuery(url, allowListParameters),
    ...(hasBody ? readDeclaredBody(request) : {}),
  })
  return [...readBlocks('ip', ip), ...readBlocks('ips', ips)]
}

function banRoutes(app: FastifyInstance, { bans, epochMs }: SecurityRouteOptions, gate: AdminGate): void {
  const send = (reply: FastifyReply, result: Pick<BansResponse, 'added' | 'removed'> = {}) => {
    const all = [...bans.all()]
    const answer: BansResponse = { ...envelope(epochMs()), bans: all, total: all.length, ...result }
    return sendJson(reply.header('cache-control', 'no-store'), answer)
  }
  app.get(bansPath, (request, reply) => {
    gate.requireReader(request)
    return send(reply)
  })
  app.post(bansPath, async (request, reply) => {
    gate.requireAdministrator(request)
    const result = await bans.change(changeOf(request, bans))
    if (result.state !== 'done') throw new RequestError(statuses[result.state], `bans: ${result.problem}`)
    return send(reply, { added: [...result.added], removed: [...result.removed] })
  })
}

const statuses: Readonly<Record<Exclude<ChangeResult['state'], 'done'>, number>> = {
  missing: 404,
  'of the file': 409,
  'too many': 400,
  unwritten: 500,
}

/** Parses the change in a request body. @throws RequestError 400 naming the invalid entry. */
function changeOf(request: FastifyRequest, { read }: Pick<BanList, 'read'>): BanChange {
  const { add, remove } = validate(bansChange, readDeclaredBody(request))
  const parseBan = (parameter: string, kind: BanKind, value: string) => {
    try {
      return read(kind, value)
    } catch (error) {
      throw badRequest(parameter, messageOf(error))
    }
  }
  return {
    add: add.map(({ kind, value, note }, at) => ({ ...parseBan(`add.${at}.value`, kind, value), note })),
    remove: remove.map(({ kind, value }, at) => parseBan(`remove.${at}.value`, kind, value)),
  }
}
