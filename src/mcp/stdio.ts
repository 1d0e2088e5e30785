// The MCP server over standard streams, for a client that started this process.
import type { Readable, Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { createMcpServer, type McpServerDeps } from './server.ts'

/** Serves until the client closes the input, then cancels running calls. Only the protocol may write to `output`. */
export async function serveMcpOverStdio(parts: McpServerDeps, input: Readable, output: Writable): Promise<void> {
  const inputClosed = finished(input, { writable: false }).catch(() => undefined)
  const transport = new StdioServerTransport(input, output)
  const server = serveStdio(() => createMcpServer(parts), { transport, maxSubscriptions: 0 })
  await inputClosed
  await server.close()
}
