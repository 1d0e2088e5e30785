// Serves JSON responses of services through the response cache.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Made } from './ready.ts'
import type { ReadyAnswers } from './ready-answers.ts'
import { routeOf } from './request-log.ts'

/** A service's result: the body and its cache metadata. */
export interface Given extends Omit<Made, 'text' | 'tookMs'> {
  readonly body: object
}

interface Asked {
  /** Name of the timed step, for `Server-Timing`. */
  readonly what: string
  /** The parameters that determine the response; undefined if it must not come from the cache. */
  readonly key: object | undefined
}

interface Parts {
  readonly ready: Pick<ReadyAnswers, 'send'>
  /** Wall clock, in epoch milliseconds. */
  readonly epochMs: () => number
}

/** Creates a function that answers requests of a route from the cache, else with what `make` returns. Rejects as `make` does. */
export function createReadyJson({ ready, epochMs }: Parts) {
  return (
    request: FastifyRequest,
    reply: FastifyReply,
    { what, key }: Asked,
    make: (signal: AbortSignal) => Promise<Given>,
  ): Promise<FastifyReply> => {
    const wanted = { what, key: key && `${routeOf(request)} ${JSON.stringify(key)}` }
    return ready.send(request, reply, wanted, async (signal) => {
      const began = epochMs()
      const { body, ...standing } = await make(signal)
      return { text: JSON.stringify(body), ...standing, tookMs: epochMs() - began }
    })
  }
}
