// Adds the routes of operations whose answers no cache may store: checks the right, reads the query and the body, sends the answer.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type Operation, routePath } from '../contract/operation.ts'
import type { AdminGate } from './auth/admin-gate.ts'
import { envelope, sendJson } from './json.ts'
import { parseQuery, readBody, readDeclaredBody, validate } from './params.ts'

type Described = Pick<Operation, 'method' | 'path' | 'access' | 'query' | 'body' | 'isBodyOptional'>

/** The query and the body of a request, as the operation declares them. */
interface Sent<O> {
  readonly query: O extends { readonly query: infer Query extends z.ZodType } ? z.output<Query> : undefined
  readonly body: O extends { readonly body: infer Body extends z.ZodType } ? z.output<Body> : undefined
  /** The parameters in the path. */
  readonly params: Readonly<Record<string, string>>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

type Params = { Params: Readonly<Record<string, string>> }

type Answer = object | undefined

/** Rights that the gate checks. */
const restricted: ReadonlySet<Operation['access']> = new Set(['reader', 'reports', 'administrator'])

interface OperationRouteOptions {
  /** For operations of readers and administrators. */
  readonly gate?: Pick<AdminGate, 'requireReader' | 'requireReportReader' | 'requireAdministrator'>
  /** Puts the fields of the envelope before each answer. */
  readonly epochMs?: () => number
  readonly send?: (request: FastifyRequest, reply: FastifyReply, body: object) => unknown
}

/**
 * Creates the function that adds the route of an operation; the status is 204 if `answer` returns undefined. A body that is optional, and the
 * query beside it, are left to `answer`.
 */
export function createOperationRoutes(app: FastifyInstance, options: OperationRouteOptions = {}) {
  const { gate, epochMs, send = (_request, reply, body) => sendJson(reply, body) } = options
  const checks: Partial<Record<Operation['access'], (request: FastifyRequest) => void>> = gate
    ? { reader: gate.requireReader, reports: gate.requireReportReader, administrator: gate.requireAdministrator }
    : {}
  return <O extends Described>(operation: O, answer: (sent: Sent<O>) => Answer | Promise<Answer>): void => {
    const { access, path } = operation
    const check = checks[access]
    // Without it the route would be open to all callers.
    if (!check && restricted.has(access)) throw new Error(`${path}: the access ${access} needs a gate`)
    app[operation.method]<Params>(routePath(operation), async (request, reply) => {
      reply.header('cache-control', 'no-store')
      check?.(request)
      const body = await answer(read(operation, request, reply))
      if (body === undefined) return reply.code(204).send()
      return send(request, reply, epochMs ? { ...envelope(epochMs()), ...body } : body)
    })
  }
}

function read<O extends Described>(operation: O, request: FastifyRequest<Params>, reply: FastifyReply): Sent<O>
function read(
  { access, query, body, isBodyOptional }: Described,
  request: FastifyRequest<Params>,
  reply: FastifyReply,
) {
  const sent = { request, reply, params: request.params }
  if (isBodyOptional) return { ...sent, query: undefined, body: undefined }
  const readFields = access === 'administrator' ? () => readDeclaredBody(request) : () => readBody(request.body)
  return {
    ...sent,
    query: query && parseQuery(request, query),
    /** Read when it is used: a route may refuse the request before. */
    get body() {
      return body && validate(body, readFields())
    },
  }
}
