// Handles one MCP request over HTTP with the official SDK, without sessions.
import { randomUUID } from 'node:crypto'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { parseJson } from '../observability/parse-json.ts'
import type { CancellationRegistry } from './cancellation.ts'
import { createMcpServer, type McpServerDeps } from './server.ts'

interface McpRequest {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: string
  /** Aborts when the response ends or the client disconnects. */
  readonly signal: AbortSignal
}

/** Maximum messages in a batch, which clients of the first protocol versions may send. */
const maxBatchMessages = 20

/** A placeholder: the SDK requires a URL but ignores it. */
const placeholderUrl = 'http://localhost/mcp'

/** Replaces a wildcard in the Accept header, which the SDK does not accept. */
const acceptedTypes = 'application/json, text/event-stream'

const sessionHeader = 'mcp-session-id'

export async function handleMcpRequest(
  { headers, body, signal }: McpRequest,
  parts: McpServerDeps,
  cancelling: CancellationRegistry,
): Promise<Response> {
  // Undefined when the body is not JSON; the SDK then builds the error.
  const parsed = parseJson(body)
  const messages = [parsed].flat()
  if (messages.length > maxBatchMessages) return batchTooLarge(messages.length)
  const { [sessionHeader]: session, ...others } = protocolHeaders(headers)
  const cancelled = cancelling.register(session, messages, signal)
  const { fetch } = createMcpHandler(() => createMcpServer(parts), { maxSubscriptions: 0 })
  const requestSignal = AbortSignal.any([signal, cancelled])
  const request = new Request(placeholderUrl, { method: 'POST', headers: others, body, signal: requestSignal })
  const response = await fetch(request, parsed === undefined ? {} : { parsedBody: parsed })
  // By this id, clients of the older protocol cancel calls, so it must be unguessable.
  if (response.ok && messages.some(isInitialize)) response.headers.set(sessionHeader, randomUUID())
  return response
}

function isInitialize(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'method' in message && message.method === 'initialize'
}

/** Passes on protocol headers only: the SDK does not need credentials or client addresses. */
function protocolHeaders({ accept = '*/*', ...sent }: McpRequest['headers']): Readonly<Record<string, string>> {
  const known = Object.entries(sent).filter(([name]) => name.startsWith('mcp-'))
  const forwarded = Object.fromEntries(known.map(([name, value]) => [name, String(value)]))
  return { ...forwarded, accept: String(accept).replaceAll('*/*', acceptedTypes), 'content-type': 'application/json' }
}

function batchTooLarge(count: number): Response {
  const message = `a batch has at most ${maxBatchMessages} messages, this one has ${count}`
  return Response.json({ jsonrpc: '2.0', id: null, error: { code: -32_600, message } }, { status: 400 })
}
