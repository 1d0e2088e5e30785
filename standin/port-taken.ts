// Whether something listens on a port of this machine already.
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Is the port taken at this address? What else may keep a server from listening there is for that server to tell. */
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
