// Stopping: what is being answered is finished, and no connection holds the process after that.
import type { FastifyInstance, FastifyReply } from 'fastify'

/** The longest search takes 30 s; what takes longer is cut off. */
const longestMs = 31_000

/** What is being answered, and whether that is to end. */
export interface Finishing {
  /** Has closing begun? */
  isClosing(): boolean
  /** This answer is on its way; closing waits until its connection is done with it. */
  began(response: FastifyReply['raw']): void
}

/**
 * Lets `app.close()` wait for running requests, at most 31 s; then all connections are cut, idle and half-open ones too. Call it before
 * routes are added.
 */
export function finishBeforeClosing(app: FastifyInstance): Finishing {
  let running = 0
  let isClosing = false
  const quiet = new EventTarget()
  const began = (response: FastifyReply['raw']) => {
    running += 1
    response.once('close', () => {
      running -= 1
      if (running === 0) quiet.dispatchEvent(new Event('quiet'))
    })
  }
  app.addHook('onRequest', async (_request, reply) => began(reply.raw))
  app.addHook('preClose', async () => {
    isClosing = true
    if (running === 0) return
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
