// The route of link checks, `POST /api/check/links`.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type CheckResponse, checkRequest } from '../contract/check.ts'
import { sendJson } from '../http/json.ts'
import { readBody, validate } from '../http/params.ts'
import { abortOnDisconnect } from '../http/streaming/abort-on-disconnect.ts'
import type { LinkChecker } from './checks/link-checker.ts'

/** Dependencies of this route. */
export interface CheckRouteOptions {
  readonly checkLinks: LinkChecker['check']
  /** Deadline of a check request, in milliseconds. */
  readonly checkDeadlineMs: number
  /** The rate limit key of the caller; undefined if the caller is exempt. */
  readonly clientOf?: ((request: FastifyRequest) => string | undefined) | undefined
}

/** Adds `POST /api/check/links` to `app`. */
export function checkRoutes(app: FastifyInstance, options: CheckRouteOptions): void {
  const { checkLinks, checkDeadlineMs: deadlineMs, clientOf } = options
  app.post('/api/check/links', async (request, reply) => {
    const { items } = validate(checkRequest, readBody(request.body))
    const client = clientOf?.(request)
    const results = await abortOnDisconnect(reply, (signal) => checkLinks(items, { deadlineMs, signal, client }))
    const body: CheckResponse = { results }
    return sendJson(reply.header('cache-control', 'no-store'), body)
  })
}
