// Error bodies on the MCP path: clients expect JSON-RPC for every error.
import type { RequestError } from '../http/errors.ts'

export const mcpPath = '/mcp'

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
