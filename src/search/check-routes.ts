// The route of link checks, `POST /api/check/links`.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type CheckResponse, checkRequest } from '../contract/check.ts'
import { sendJson } from '../http/json.ts'
import { whileConnected } from '../http/leaving.ts'
import { parse, readBody } from '../http/params.ts'
import type { Checks } from './checks/checker.ts'

/** Dependencies of this route. */
export interface CheckDoors {
  readonly checkLinks: Checks['check']
  /** Deadline of a check request, in milliseconds. */
  readonly checkDeadlineMs: number
  /** The rate limit key of the caller; undefined if the caller is exempt. */
  readonly clientOf?: ((request: FastifyRequest) => string | undefined) | undefined
}

/** Adds `POST /api/check/links` to `app`. */
export function checkRoutes(app: FastifyInstance, doors: CheckDoors): void {
  const { checkLinks, checkDeadlineMs: deadlineMs, clientOf } = doors
  app.post('/api/check/links', async (request, reply) => {
    const { items } = parse(checkRequest, readBody(request.body))
    const client = clientOf?.(request)
    const results = await whileConnected(reply, (signal) => checkLinks(items, { deadlineMs, signal, client }))
    const body: CheckResponse = { results }
    return sendJson(reply.header('cache-control', 'no-store'), body)
  })
}
