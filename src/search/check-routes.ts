// The route of link checks.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type CheckResponse, checkRequest } from '../contract/check.ts'
import { sendJson } from '../http/json.ts'
import { whileConnected } from '../http/leaving.ts'
import { parse, readBody } from '../http/params.ts'
import type { Checks } from './checks/checker.ts'

/** What this route calls. */
export interface CheckDoors {
  readonly checkLinks: Checks['check']
  /** A request for checks is answered within so long, in milliseconds. */
  readonly checkDeadlineMs: number
  /** For whom a request is answered; undefined for who is not counted. */
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
