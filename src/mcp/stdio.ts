// The tools on a terminal: one client, which started this process and speaks to it over its standard streams.
import type { Readable, Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { createMcpServer, type ServerParts } from './server.ts'

/** The streams of the process. Nothing else may be written to `output`. */
interface Streams {
  readonly input: Readable
  readonly output: Writable
}

/** Serves until the client closes its end; what was under way then is given up. */
export async function serveMcpOverStdio(parts: ServerParts, { input, output }: Streams): Promise<void> {
  const leaving = finished(input, { writable: false }).catch(() => undefined)
  const transport = new StdioServerTransport(input, output)
  const served = serveStdio(() => createMcpServer(parts), { transport, maxSubscriptions: 0 })
  await leaving
  await served.close()
}
