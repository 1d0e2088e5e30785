// Checks whether a port of this machine is in use.
import { once } from 'node:events'
import { createServer } from 'node:net'

/** True when the port is in use at this address. Other listen errors are left to the server itself. */
export async function isPortTaken(port: number, host: string): Promise<boolean> {
  const server = createServer()
  try {
    await once(server.listen({ port, host, exclusive: true }), 'listening')
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  } finally {
    if (server.listening) await new Promise((closed) => server.close(closed))
  }
}
