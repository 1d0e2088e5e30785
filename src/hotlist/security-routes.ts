// Security routes: the IP allow list and the bans, edited over the API.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { BanChange, BanList, Changed } from '../bans/bans.ts'
import { type BanKind, type BansResponse, bansChange } from '../contract/bans.ts'
import {
  type AllowListResponse,
  allowListChange,
  allowListParameters,
  allowListQuestion,
} from '../contract/hotlist-watch.ts'
import { addressOf } from '../http/addresses.ts'
import type { AdminGate } from '../http/admin.ts'
import { type AllowList, readBlocks } from '../http/allow-list.ts'
import { RequestError, refusal } from '../http/errors.ts'
import { sendJson } from '../http/json.ts'
import { parse, parseQuery, readBody, readQuery } from '../http/params.ts'
import { headOf } from './shape.ts'

/** Dependencies of the security routes. */
export interface SecurityDoors {
  readonly allowList: AllowList
  readonly bans: BanList
  /** Epoch milliseconds. */
  readonly epochMs: () => number
}

/** Path of the allow list. Administrators reach it even when the list excludes their address, so that they can correct it. */
export const allowListPath = '/api/v1/security/ip-whitelist'

const bansPath = '/api/v1/security/bans'

/** All paths of these routes; each route has its own access check. */
export const securityPaths = [allowListPath, bansPath] as const

/** Registers the routes that read and change the allow list and the bans. */
export function securityRoutes(app: FastifyInstance, doors: SecurityDoors, gate: AdminGate): void {
  allowListRoutes(app, doors, gate)
  banRoutes(app, doors, gate)
}

function allowListRoutes(app: FastifyInstance, { allowList, epochMs }: SecurityDoors, gate: AdminGate): void {
  const state = (): AllowListResponse => {
    const whitelist = [...allowList.blocks()]
    return { ...headOf(epochMs()), enabled: whitelist.length > 0, whitelist, count: whitelist.length }
  }
  const send = (reply: FastifyReply, answer: AllowListResponse) =>
    sendJson(reply.header('cache-control', 'no-store'), answer)

  app.get(allowListPath, (request, reply) => {
    gate.checkReportReader(request)
    if ('action' in readQuery(request.url, ['action'])) throw refusal('action', getChangesNothing)
    const { ip } = parseQuery(request, allowListQuestion)
    if (ip === undefined) return send(reply, state())
    const address = addressOf(ip)
    if (address === undefined) throw refusal('ip', 'must be an IPv4 or IPv6 address')
    return send(reply, { ...state(), ip: address, allowed: allowList.allows(address) })
  })
  app.post(allowListPath, async (request, reply) => {
    gate.checkAdministrator(request)
    await allowList.add(blocksOf(request))
    return send(reply, state())
  })
  app.delete(allowListPath, async (request, reply) => {
    gate.checkAdministrator(request)
    await allowList.remove(blocksOf(request))
    return send(reply, state())
  })
}

/** `action` in a GET: a client of a service where GET changes the list. */
const getChangesNothing =
  'is not supported: GET only reads the list; POST adds the addresses in ip or ips, DELETE removes them'

/** The address blocks in a request's query or body. */
function blocksOf({ url, body }: FastifyRequest): string[] {
  const hasBody = body instanceof Uint8Array && body.length > 0
  const { ip, ips } = parse(allowListChange, {
    ...readQuery(url, allowListParameters),
    ...(hasBody ? readBody(body) : {}),
  })
  return [...readBlocks('ip', ip), ...readBlocks('ips', ips)]
}

function banRoutes(app: FastifyInstance, { bans, epochMs }: SecurityDoors, gate: AdminGate): void {
  const send = (reply: FastifyReply, done: Pick<BansResponse, 'added' | 'removed'> = {}) => {
    const all = [...bans.all()]
    const answer: BansResponse = { ...headOf(epochMs()), bans: all, total: all.length, ...done }
    return sendJson(reply.header('cache-control', 'no-store'), answer)
  }
  app.get(bansPath, (request, reply) => {
    gate.checkReader(request)
    return send(reply)
  })
  app.post(bansPath, async (request, reply) => {
    gate.checkAdministrator(request)
    const done = await bans.change(changeOf(request.body, bans))
    if (done.state !== 'done') throw new RequestError(statuses[done.state], `bans: ${done.problem}`)
    return send(reply, { added: [...done.added], removed: [...done.removed] })
  })
}

const statuses: Readonly<Record<Exclude<Changed['state'], 'done'>, number>> = {
  missing: 404,
  'of the file': 409,
  'too many': 400,
  unwritten: 500,
}

/** Parses the change in a request body. @throws RequestError 400 naming the invalid entry. */
function changeOf(body: unknown, { read }: Pick<BanList, 'read'>): BanChange {
  const { add, remove } = parse(bansChange, readBody(body))
  const readAt = (parameter: string, kind: BanKind, value: string) => {
    try {
      return read(kind, value)
    } catch (error) {
      throw refusal(parameter, error instanceof Error ? error.message : String(error))
    }
  }
  return {
    add: add.map(({ kind, value, note }, at) => ({ ...readAt(`add.${at}.value`, kind, value), note })),
    remove: remove.map(({ kind, value }, at) => readAt(`remove.${at}.value`, kind, value)),
  }
}
