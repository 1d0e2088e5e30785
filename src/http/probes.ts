// The two questions of an orchestrator: is the process alive, and should it get requests.
import type { FastifyInstance } from 'fastify'
import { RequestError } from './errors.ts'

/** The path that answers whoever asks, whatever the allow list says. */
export const alivePath = '/livez'

/** Adds `/livez`, which is 200 while the process can answer at all, and `/readyz`, which is 503 once the service is stopping. */
export function answerProbes(app: FastifyInstance, isClosing: () => boolean): void {
  app.get(alivePath, async () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    if (isClosing()) throw new RequestError(503, 'service: is stopping and takes no new work')
    return { status: 'ok' }
  })
}
