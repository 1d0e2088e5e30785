// The route of the Model Context Protocol: `/mcp`, for agents.
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { rpcAnswer, rpcEvent, rpcRequest } from '../contract/mcp.ts'
import { type Operations, operation } from '../contract/operation.ts'
import type { RequestGuard } from '../http/access/request-guard.ts'
import { RequestError } from '../http/errors.ts'
import { defaultHeaders } from '../http/headers.ts'
import { disconnectSignal } from '../http/streaming/abort-on-disconnect.ts'
import { withHeadersFlushed } from '../http/streaming/server-sent-events.ts'
import type { Logger } from '../observability/log.ts'
import { type IsOriginAllowed, parseOrigins } from './allowed-origins.ts'
import { createCancellationRegistry } from './cancellation.ts'
import { createOwnClient } from './own-client.ts'

const mcpPath = '/mcp'

export const mcpOperations = {
  mcp: operation('agents', mcpPath, 'The Model Context Protocol, for agents', {
    method: 'post',
    description:
      'Tools that search and check links and get hot lists; see docs/agents.md. `Accept` must include `application/json` and `text/event-stream`. Each tool call counts as one request of its kind in the rate limit. Browser pages have access only from local origins and those in MCP_ORIGINS.',
    body: rpcRequest,
    answers: [
      {
        status: 200,
        meaning: 'Progress notifications, then the response.',
        type: 'text/event-stream',
        stream: 'events',
        schema: rpcEvent,
      },
      { status: 200, meaning: 'The response, for clients of the 2026 revision.', schema: rpcAnswer },
      { status: 202, meaning: 'Accepted; no response.' },
    ],
    errors: {
      400: [{ message: 'Parse error: Invalid JSON' }],
      403: [{ message: 'origin: pages of this origin may not call this service; add the origin to MCP_ORIGINS' }],
      404: [{ message: 'Method not found' }],
      406: [{ message: 'Not Acceptable: Client must accept both application/json and text/event-stream' }],
    },
  }),
} satisfies Operations

export interface McpRouteOptions {
  /** Browser origins that may call; default: pages of this machine. */
  readonly mcpOrigins?: IsOriginAllowed | undefined
  readonly version: string
  readonly log: Logger
  readonly monotonicMs: () => number
}

/** Registers `POST /mcp`. There are no sessions, so GET and DELETE are not supported. */
export function mcpRoutes(app: FastifyInstance, options: McpRouteOptions, guard: Pick<RequestGuard, 'runOwn'>): void {
  const isAllowed = options.mcpOrigins ?? parseOrigins('')
  const cancelling = createCancellationRegistry()
  const onRequest = async ({ headers }: FastifyRequest) => {
    const { origin, host } = headers
    if (isAllowed(origin, host)) return
    throw new RequestError(403, 'origin: pages of this origin may not call this service; add the origin to MCP_ORIGINS')
  }
  app.post(mcpPath, { onRequest }, async (request, reply) => {
    // Loaded on first use: the SDK costs start-up time and memory.
    const [{ handleMcpRequest }, { createOwnSender }] = await Promise.all([
      import('./http-handler.ts'),
      import('../http/own-requests.ts'),
    ])
    const { version, monotonicMs, log } = options
    const onError = (error: unknown) => log.error({ err: error, requestId: request.id }, 'an MCP tool failed')
    const parts = { client: createOwnClient(createOwnSender(app, request, guard)), version, monotonicMs, onError }
    const body = request.body instanceof Uint8Array ? new TextDecoder().decode(request.body) : ''
    const signal = disconnectSignal(reply)
    return send(reply, await handleMcpRequest({ headers: request.headers, body, signal }, parts, cancelling))
  })
}

/** Browser pages need to read the session id to cancel calls. */
const exposedHeaders = `${defaultHeaders['access-control-expose-headers']}, Mcp-Session-Id`

/** Sends a fetch Response through Fastify, which adds the common headers. */
function send(reply: FastifyReply, { status, headers, body }: Response): FastifyReply {
  const type = headers.get('content-type')
  reply.status(status).header('cache-control', 'no-store')
  const session = headers.get('mcp-session-id')
  if (session !== null) reply.headers({ 'mcp-session-id': session, 'access-control-expose-headers': exposedHeaders })
  if (type === null || body === null) return reply.send()
  reply.header('content-type', type)
  if (!type.startsWith('text/event-stream')) return reply.send(Readable.from(body))
  // Without this header nginx buffers the event stream.
  return reply
    .header('x-accel-buffering', 'no')
    .send(Readable.from(withHeadersFlushed(reply, body), { highWaterMark: 16 }))
}

/** Whether errors at this path are those of JSON-RPC, which clients expect for every error. */
export function isMcpPath(path: string): boolean {
  return path === mcpPath || path === `${mcpPath}/`
}

/** A code from the range that JSON-RPC reserves for servers. */
const serverErrorCode = -32_000
const internalErrorCode = -32_603

/** The error as a JSON-RPC response without an id, because the request was not parsed. */
export function mcpErrorBody({ status, message, details }: RequestError): string {
  const code = status >= 500 && status !== 503 ? internalErrorCode : serverErrorCode
  return JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message, data: { status, ...details } } })
}
