// Handles requests without a route: CORS preflights and OPTIONS (204), wrong methods (405), unknown paths (404).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { shown } from '../contract/shown.ts'
import { RequestError } from './errors.ts'
import { preflightHeaders } from './headers.ts'
import { pathOf } from './target.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For a route with a parameter that accepts only some paths: tests the path. */
    readonly takesOnly?: (path: string) => boolean
  }
}

/** Answers a request for an unknown path with a page; undefined if it gets the JSON error. */
export type MissingPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | undefined

/** Methods of a route pattern, and the test for its paths. */
interface Taken {
  readonly methods: Set<string>
  readonly takesOnly: (path: string) => boolean
}

/** Does a route pattern (`/a/:b`, `/c/*`) match this path? */
function takes(pattern: string, path: string): boolean {
  const wanted = pattern.split('/')
  const parts = path.split('/')
  if (wanted.at(-1) === '*') return wanted.slice(0, -1).every((part, at) => part.startsWith(':') || part === parts[at])
  return wanted.length === parts.length && wanted.every((part, at) => part.startsWith(':') || part === parts[at])
}

function all(): boolean {
  return true
}

/** Handles requests that match none of `app`'s routes. Call before adding routes: it collects them. */
export function answerUnrouted(app: FastifyInstance, missingPage?: MissingPage): void {
  const taken = new Map<string, Taken>()
  app.addHook('onRoute', ({ url, method, config }) => {
    const { methods, takesOnly } = taken.get(url) ?? { methods: new Set(), takesOnly: config?.takesOnly ?? all }
    for (const one of [method].flat()) methods.add(one)
    taken.set(url, { methods, takesOnly })
  })
  app.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request.url).replace(/(?<=.)\/$/, '')
    const methods = [...taken].flatMap(([pattern, { methods: found, takesOnly }]) =>
      takes(pattern, path) && takesOnly(path) ? [...found] : [],
    )
    if (methods.length === 0) {
      const sent = missingPage?.(request, reply)
      if (sent) return sent
      throw new RequestError(404, `path: there is no ${shown(path)}; GET / lists what there is`)
    }
    const allow = [...new Set(methods), 'OPTIONS'].join(', ')
    if (request.method === 'OPTIONS')
      return reply.status(204).headers(preflightHeaders(allow)).header('allow', allow).send()
    throw new RequestError(405, `method: ${request.method} is not allowed here; allowed are ${allow}`, {
      headers: { allow },
    })
  })
}
