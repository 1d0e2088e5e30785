// The route of the Model Context Protocol: `/mcp`, for agents.
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RequestError } from '../http/errors.ts'
import { openHeaders } from '../http/headers.ts'
import type { Logger } from '../log.ts'
import type { Asking } from './asking.ts'
import { createCancelling } from './cancelling.ts'
import { type OriginTest, readOrigins } from './origins.ts'
import { mcpPath } from './path.ts'

/** What this route calls. */
export interface McpDoors {
  /** The port of the tools for what one request asks; what it does counts as its sender's. */
  readonly askingFor: (request: FastifyRequest, reply: FastifyReply) => Asking
  /** Which pages in browsers may ask; without it those of this machine. */
  readonly mcpOrigins?: OriginTest | undefined
  /** Makes a name that nobody can guess; without it a client of the protocol before 2026 cannot cancel by a request of its own. */
  readonly newMcpSession?: (() => string) | undefined
  readonly version: string
  readonly log: Logger
  /** Milliseconds of any clock that only runs forward. */
  readonly now: () => number
}

/** Adds `POST /mcp` to `app`. Nothing is kept of a client, so there is nothing to GET or to DELETE. */
export function mcpRoutes(app: FastifyInstance, doors: McpDoors): void {
  const isAllowed = doors.mcpOrigins ?? readOrigins('')
  const lasting = { cancelling: createCancelling(), newSession: doors.newMcpSession }
  const onRequest = async ({ headers }: FastifyRequest) => {
    const { origin, host } = headers
    if (isAllowed(origin, host)) return
    throw new RequestError(403, 'origin: pages of other sites may not ask here; MCP_ORIGINS has those that may')
  }
  app.post(mcpPath, { onRequest }, async (request, reply) => {
    // Not before it is wanted: the SDK takes time to load, and room.
    const { mcpAnswer } = await import('./http-answer.ts')
    const leaving = new AbortController()
    const leave = () => leaving.abort()
    if (reply.raw.closed) leave()
    reply.raw.once('close', leave)
    const failed = (error: unknown) => doors.log.error({ err: error, requestId: request.id }, 'an MCP tool failed')
    const parts = { asking: doors.askingFor(request, reply), version: doors.version, now: doors.now, failed }
    const body = request.body instanceof Uint8Array ? new TextDecoder().decode(request.body) : ''
    return send(reply, await mcpAnswer({ headers: request.headers, body, signal: leaving.signal }, parts, lasting))
  })
}

/** A page has to read its name, or it could cancel nothing. */
const exposed = `${openHeaders['access-control-expose-headers']}, Mcp-Session-Id`

/** Sends it, with the headers that every answer of the service has besides. */
function send(reply: FastifyReply, { status, headers, body }: Response): FastifyReply {
  const type = headers.get('content-type')
  reply.status(status).header('cache-control', 'no-store')
  const session = headers.get('mcp-session-id')
  if (session !== null) reply.headers({ 'mcp-session-id': session, 'access-control-expose-headers': exposed })
  if (type === null || body === null) return reply.send()
  reply.header('content-type', type)
  if (!type.startsWith('text/event-stream')) return reply.send(Readable.from(chunksOf(body)))
  // Proxies of the nginx kind would else collect the events and hand them on in one piece.
  return reply.header('x-accel-buffering', 'no').send(Readable.from(begun(reply, body), { highWaterMark: 16 }))
}

/** Sends the head of the answer before anything is there: a client knows by it that the stream stands. */
async function* begun(reply: FastifyReply, body: Body): AsyncGenerator<Uint8Array> {
  reply.raw.flushHeaders()
  yield* chunksOf(body)
}

type Body = NonNullable<Response['body']>

async function* chunksOf(body: Body): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value
  } finally {
    // The SDK learns by it that nobody reads any more.
    await reader.cancel().catch(() => undefined)
  }
}
