// Ports of this machine that nobody listens on, for servers that tests start.
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below those that systems give to outgoing connections, of which other tests make many: one of them could take the port before its server does. */
const [minPort, maxPort] = [15_000, 32_000]

/** One that is free at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer()
  const port = randomInt(minPort, maxPort)
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  } catch {
    // Somebody listens there: another one will do.
    return freePort()
  }
  server.close()
  await once(server, 'close')
  return port
}
