// Graceful shutdown: stops accepting connections, finishes running responses, then closes every connection.
import type { FastifyInstance, FastifyReply } from 'fastify'

/** The longest search takes 30 s; responses that take longer are aborted. */
const longestMs = 31_000

type Response = FastifyReply['raw']

/** Running responses, and whether the server is closing. */
export interface Finishing {
  /** Has shutdown begun? */
  isClosing(): boolean
  /** Registers a running response; closing waits until its connection is done with it. */
  began(response: Response): void
}

/**
 * Makes `app.close()` refuse new connections at once and wait for running requests, at most 31 s; then it destroys all connections, idle and
 * half-open ones included. Call before adding routes.
 */
export function finishBeforeClosing(app: FastifyInstance): Finishing {
  const running = new Set<Response>()
  let isClosing = false
  const quiet = new EventTarget()
  const began = (response: Response) => {
    running.add(response)
    response.once('close', () => {
      running.delete(response)
      if (running.size === 0) quiet.dispatchEvent(new Event('quiet'))
    })
  }
  app.addHook('onRequest', async (_request, reply) => began(reply.raw))
  app.addHook('preClose', async () => {
    isClosing = true
    letNobodyIn(app)
    for (const response of running) lastOfItsConnection(response)
    if (running.size === 0) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, longestMs)
      quiet.addEventListener('quiet', () => {
        clearTimeout(timer)
        resolve()
      })
    })
  })
  return { isClosing: () => isClosing, began }
}

function letNobodyIn(app: FastifyInstance): void {
  const { server } = app
  // A client that keeps sending requests on an open connection would delay shutdown indefinitely.
  server.prependListener('request', (_request, response) => lastOfItsConnection(response))
  if (!server.listening) return
  const { closeIdleConnections } = server
  // A proxy may be sending a request on an idle connection right now; it is answered with `Connection: close`.
  server.closeIdleConnections = () => undefined
  server.close()
  server.closeIdleConnections = closeIdleConnections
}

function lastOfItsConnection(response: Response): void {
  if (!response.headersSent) response.shouldKeepAlive = false
}
