// Health probes for orchestrators: liveness and readiness.
import type { FastifyInstance } from 'fastify'
import { aliveAnswer, readyAnswer } from '../contract/about.ts'
import { type Operations, operation, routePath } from '../contract/operation.ts'
import { RequestError } from './errors.ts'

export const probeOperations = {
  alive: operation('service', '/livez', 'Liveness probe', {
    access: 'anybody',
    answers: [{ status: 200, meaning: 'The process is alive.', schema: aliveAnswer }],
  }),
  ready: operation('service', '/readyz', 'Readiness probe', {
    access: 'uncounted',
    answers: [{ status: 200, meaning: 'The service accepts requests.', schema: readyAnswer }],
    errors: { 503: [{ message: 'service: is stopping and takes no new work' }] },
  }),
} satisfies Operations

/** Path of the liveness probe; exempt from the allow list. */
export const livenessPath = routePath(probeOperations.alive)

export const readinessPath = routePath(probeOperations.ready)

/**
 * Adds `/livez`, which is 200 while the process can answer at all, and `/readyz`, which is 503 during shutdown.
 *
 * With problems `/readyz` is still 200, with the body `{"status":"degraded","troubles":[…],"notices":[…]}` instead of `{"status":"ok"}`: the
 * service then serves from memory, and removing it from the load balancer would leave none. `troubles` are current problems (the database
 * cannot be written), `notices` are past events to know about (a damaged file was set aside).
 */
export function addHealthProbes(
  app: FastifyInstance,
  isClosing: () => boolean,
  readCondition: () => { readonly troubles: readonly string[]; readonly notices: readonly string[] },
): void {
  app.get(livenessPath, async () => ({ status: 'ok' }))
  app.get(readinessPath, async () => {
    if (isClosing()) throw new RequestError(503, 'service: is stopping and takes no new work')
    const { troubles, notices } = readCondition()
    if (troubles.length + notices.length === 0) return { status: 'ok' }
    return { status: 'degraded', troubles, notices }
  })
}
