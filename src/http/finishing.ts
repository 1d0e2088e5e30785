// Stopping: what is being answered is finished, and no connection holds the process after that.
import type { FastifyInstance } from 'fastify'

/** The longest search takes 30 s; what takes longer is cut off. */
const longestMs = 31_000

/**
 * Lets `app.close()` wait for running requests, at most 31 s; then all connections are cut, idle and half-open ones too. Call it before
 * routes are added. What it returns says whether closing has begun.
 */
export function finishBeforeClosing(app: FastifyInstance): () => boolean {
  let running = 0
  let isClosing = false
  const quiet = new EventTarget()
  app.addHook('onRequest', async (_request, reply) => {
    running += 1
    reply.raw.once('close', () => {
      running -= 1
      if (running === 0) quiet.dispatchEvent(new Event('quiet'))
    })
  })
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
  return () => isClosing
}
