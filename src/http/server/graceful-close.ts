// Graceful shutdown: stops accepting connections, finishes running responses, then closes every connection.
import { setImmediate as turnEnd } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** The longest search takes 30 s; responses that take longer are aborted. */
const maxDrainMs = 31_000

type Response = FastifyReply['raw']

export type InFlightResponses = ReturnType<typeof closeGracefully>

/**
 * Makes `app.close()` refuse new connections at once and wait for running requests, at most 31 s; then it destroys all connections, idle and
 * half-open ones included. Call before adding routes.
 */
export function closeGracefully(app: FastifyInstance) {
  const running = new Set<Response>()
  const drained = Promise.withResolvers<void>()
  let isClosing = false
  const resolveIfDrained = () => {
    if (isClosing && running.size === 0) drained.resolve()
  }
  /** Registers a running response; closing waits until its connection is done with it. */
  const track = (response: Response) => {
    running.add(response)
    response.once('close', () => {
      running.delete(response)
      resolveIfDrained()
    })
  }
  app.addHook('onRequest', async (_request, reply) => track(reply.raw))
  app.addHook('preClose', async () => {
    isClosing = true
    refuseNewConnections(app)
    // Requests that have been read are handled at the end of the turn.
    await turnEnd()
    for (const response of running) disableKeepAlive(response)
    resolveIfDrained()
    const timer = setTimeout(drained.resolve, maxDrainMs)
    await drained.promise
    clearTimeout(timer)
  })
  return { isClosing: () => isClosing, track }
}

function refuseNewConnections(app: FastifyInstance): void {
  const { server } = app
  // A client that keeps sending requests on an open connection would delay shutdown indefinitely.
  server.prependListener('request', (_request, response) => disableKeepAlive(response))
  if (!server.listening) return
  const { closeIdleConnections } = server
  // A proxy may be sending a request on an idle connection right now; it is answered with `Connection: close`.
  server.closeIdleConnections = () => undefined
  server.close()
  server.closeIdleConnections = closeIdleConnections
}

function disableKeepAlive(response: Response): void {
  if (!response.headersSent) response.shouldKeepAlive = false
}
