// The two questions of an orchestrator: is the process alive, and should it get requests.
import type { FastifyInstance } from 'fastify'
import { RequestError } from './errors.ts'

/** The path that answers whoever asks, whatever the allow list says. */
export const alivePath = '/livez'

/** The path that says whether the service can answer as it should. */
export const readyPath = '/readyz'

/** How the service is, for the body of `/readyz`: why it cannot work as it should, and what else somebody should know. A sentence each. */
interface Condition {
  readonly troubles: readonly string[]
  readonly notices: readonly string[]
}

/**
 * Adds `/livez`, which is 200 while the process can answer at all, and `/readyz`, which is 503 once the service is stopping.
 *
 * `/readyz` is 200 also while something is wrong, with the body `{"status":"degraded","troubles":[…],"notices":[…]}` in place of
 * `{"status":"ok"}`: the service serves from memory then, and taking it out of service would leave nobody who serves. `troubles` are
 * what is wrong now (nothing can be kept, say), `notices` what is over but should be known (a file was set aside).
 */
export function answerProbes(app: FastifyInstance, isClosing: () => boolean, condition: () => Condition): void {
  app.get(alivePath, async () => ({ status: 'ok' }))
  app.get(readyPath, async () => {
    if (isClosing()) throw new RequestError(503, 'service: is stopping and takes no new work')
    const { troubles, notices } = condition()
    if (troubles.length + notices.length === 0) return { status: 'ok' }
    return { status: 'degraded', troubles, notices }
  })
}
