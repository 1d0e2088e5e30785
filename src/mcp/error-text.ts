// The body of an error on the path of the protocol: a client of it reads JSON-RPC, whatever has happened.
import type { RequestError } from '../http/errors.ts'
import { mcpPath } from './path.ts'

export function isMcpPath(path: string): boolean {
  return path === mcpPath || path === `${mcpPath}/`
}

/** What the protocol leaves to servers. */
const refused = -32_000
const internal = -32_603

/** The error as an answer to a message whose id nobody has read. */
export function mcpErrorText({ status, message, details }: RequestError): string {
  const code = status >= 500 && status !== 503 ? internal : refused
  return JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message, data: { status, ...details } } })
}
