// Finds free ports of this machine for servers that tests start.
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ephemeral port range, because an outgoing connection of another test could take the port first. */
const [minPort, maxPort] = [15_000, 32_000]

/** Returns a port that is free at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer()
  const port = randomInt(minPort, maxPort)
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  } catch {
    // The port is in use; try another.
    return freePort()
  }
  server.close()
  await once(server, 'close')
  return port
}
