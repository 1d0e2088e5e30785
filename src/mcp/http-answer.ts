// One HTTP request of the protocol and its answer, by the official SDK; without sessions: each request stands for itself.
import { createMcpHandler } from '@modelcontextprotocol/server'
import type { Cancelling } from './cancelling.ts'
import { createMcpServer, type ServerParts } from './server.ts'

/** What came. */
interface Posted {
  /** As the client sent them. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: string
  /** Aborts when the exchange is over, or the client leaves before. */
  readonly signal: AbortSignal
}

/** What outlasts a request. */
export interface Lasting {
  readonly cancelling: Cancelling
  /** Makes a name that nobody can guess, by which a client of the older protocol cancels; without it there is none. */
  readonly newSession?: (() => string) | undefined
}

/** Clients of the protocol's first versions may send several messages at once; nobody needs more of them than this. */
const mostMessages = 20

/** Where the SDK takes what it is asked for from; nothing of it is looked at. */
const address = 'http://localhost/mcp'

/** Who takes anything takes these. */
const both = 'application/json, text/event-stream'

const sessionHeader = 'mcp-session-id'

/** Answers it. */
export async function mcpAnswer(
  { headers, body, signal }: Posted,
  parts: ServerParts,
  { cancelling, newSession }: Lasting,
): Promise<Response> {
  const parsed = parsedOf(body)
  const messages = [parsed].flat()
  if (messages.length > mostMessages) return tooMany(messages.length)
  const { [sessionHeader]: session, ...others } = protocolHeaders(headers)
  const cancelled = cancelling.begin(session, messages, signal)
  const { fetch } = createMcpHandler(() => createMcpServer(parts), { maxSubscriptions: 0 })
  const either = AbortSignal.any([signal, cancelled])
  const request = new Request(address, { method: 'POST', headers: others, body, signal: either })
  const response = await fetch(request, parsed === undefined ? {} : { parsedBody: parsed })
  const isBeginning = response.ok && messages.some(isInitialize)
  if (isBeginning && newSession) response.headers.set(sessionHeader, newSession())
  return response
}

function isInitialize(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'method' in message && message.method === 'initialize'
}

/** Undefined is not JSON; the SDK has the words for that. */
function parsedOf(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** Those the protocol knows. What else there is says who asks, and from where: none of the SDK's business. */
function protocolHeaders({ accept = '*/*', ...sent }: Posted['headers']): Readonly<Record<string, string>> {
  const known = Object.entries(sent).filter(([name]) => name.startsWith('mcp-'))
  const told = Object.fromEntries(known.map(([name, value]) => [name, String(value)]))
  return { ...told, accept: String(accept).replaceAll('*/*', both), 'content-type': 'application/json' }
}

function tooMany(count: number): Response {
  const message = `a batch has at most ${mostMessages} messages, this one has ${count}`
  return Response.json({ jsonrpc: '2.0', id: null, error: { code: -32_600, message } }, { status: 400 })
}
