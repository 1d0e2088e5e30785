// JSON that may be sent again: the answer of a route as a service gives it, made ready.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Made } from './ready.ts'
import type { ReadyAnswers } from './ready-answers.ts'
import { routeOf } from './request-log.ts'

/** What a service gives: the body, and how it stands. */
export interface Given extends Omit<Made, 'text' | 'tookMs'> {
  readonly body: object
}

interface Asked {
  /** What takes the time, in a word, for `Server-Timing`. */
  readonly what: string
  /** What of the request says what is answered; undefined when it must be made anew. */
  readonly key: object | undefined
}

interface Parts {
  readonly ready: Pick<ReadyAnswers, 'send'>
  /** Epoch milliseconds. */
  readonly time: () => number
}

/** Makes what answers requests of one route with what is ready, else with what `make` gives. Rejects as `make` does. */
export function createReadyJson({ ready, time }: Parts) {
  return (
    request: FastifyRequest,
    reply: FastifyReply,
    { what, key }: Asked,
    make: (signal: AbortSignal) => Promise<Given>,
  ): Promise<FastifyReply> => {
    const wanted = { what, key: key && `${routeOf(request)} ${JSON.stringify(key)}` }
    return ready.send(request, reply, wanted, async (signal) => {
      const began = time()
      const { body, ...standing } = await make(signal)
      return { text: JSON.stringify(body), ...standing, tookMs: time() - began }
    })
  }
}
