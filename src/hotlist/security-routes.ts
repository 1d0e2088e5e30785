// The routes of the allow list: who may ask the service at all.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  type AllowListResponse,
  allowListChange,
  allowListParameters,
  allowListQuestion,
} from '../contract/hotlist-watch.ts'
import { addressOf } from '../http/addresses.ts'
import type { AdminGate } from '../http/admin.ts'
import { type AllowList, readBlocks } from '../http/allow-list.ts'
import { refusal } from '../http/errors.ts'
import { sendJson } from '../http/json.ts'
import { parse, parseQuery, readBody, readQuery } from '../http/params.ts'
import { headOf } from './shape.ts'

/** What these routes call. */
export interface SecurityDoors {
  readonly allowList: AllowList
  /** Epoch milliseconds. */
  readonly time: () => number
}

/** Where the allow list is. An administrator gets here even when it does not let him in, or he could not mend it. */
export const allowListPath = '/api/v1/security/ip-whitelist'

/** Adds the reading and the changing of the allow list to `app`. */
export function securityRoutes(app: FastifyInstance, { allowList, time }: SecurityDoors, gate: AdminGate): void {
  const state = (): AllowListResponse => {
    const whitelist = [...allowList.blocks()]
    return { ...headOf(time()), enabled: whitelist.length > 0, whitelist, count: whitelist.length }
  }
  const send = (reply: FastifyReply, answer: AllowListResponse) =>
    sendJson(reply.header('cache-control', 'no-store'), answer)

  app.get(allowListPath, (request, reply) => {
    gate.checkReader(request)
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

/** The blocks a request names, in its query or in its body. */
function blocksOf({ url, body }: FastifyRequest): string[] {
  const hasBody = body instanceof Uint8Array && body.length > 0
  const { ip, ips } = parse(allowListChange, {
    ...readQuery(url, allowListParameters),
    ...(hasBody ? readBody(body) : {}),
  })
  return [...readBlocks('ip', ip), ...readBlocks('ips', ips)]
}
