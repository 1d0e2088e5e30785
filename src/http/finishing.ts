// Stopping: nobody new is let in, what is being answered is finished, and no connection holds the process after that.
import type { FastifyInstance, FastifyReply } from 'fastify'

/** The longest search takes 30 s; what takes longer is cut off. */
const longestMs = 31_000

type Response = FastifyReply['raw']

/** What is being answered, and whether that is to end. */
export interface Finishing {
  /** Has closing begun? */
  isClosing(): boolean
  /** This answer is on its way; closing waits until its connection is done with it. */
  began(response: Response): void
}

/**
 * Lets `app.close()` refuse new connections at once and wait for running requests, at most 31 s; then all connections are cut, idle and
 * half-open ones too. Call it before routes are added.
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
  // Who asks and asks on a connection that stays open would keep us from ever being done.
  server.prependListener('request', (_request, response) => lastOfItsConnection(response))
  if (!server.listening) return
  const { closeIdleConnections } = server
  // A proxy may just be asking on one that it kept; it is answered, and told that it was the last time.
  server.closeIdleConnections = () => undefined
  server.close()
  server.closeIdleConnections = closeIdleConnections
}

function lastOfItsConnection(response: Response): void {
  if (!response.headersSent) response.shouldKeepAlive = false
}
