// What no route takes: preflights and OPTIONS, a wrong method (405), an unknown path (404).
import type { FastifyInstance } from 'fastify'
import { shown } from '../contract/shown.ts'
import { preflightHeaders } from './access.ts'
import { RequestError } from './errors.ts'
import { pathOf } from './target.ts'

/** Does a route's pattern (`/a/:b`, `/c/*`) take this path? */
function takes(pattern: string, path: string): boolean {
  const wanted = pattern.split('/')
  const parts = path.split('/')
  if (wanted.at(-1) === '*') return wanted.slice(0, -1).every((part, at) => part.startsWith(':') || part === parts[at])
  return wanted.length === parts.length && wanted.every((part, at) => part.startsWith(':') || part === parts[at])
}

/** Answers what none of `app`'s routes takes. Call it before they are added: it watches them come. */
export function answerUnrouted(app: FastifyInstance): void {
  const methodsOf = new Map<string, Set<string>>()
  app.addHook('onRoute', (route) => {
    const methods = methodsOf.get(route.url) ?? new Set()
    for (const method of [route.method].flat()) methods.add(method)
    methodsOf.set(route.url, methods)
  })
  app.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request.url).replace(/(?<=.)\/$/, '')
    const methods = [...methodsOf].filter(([pattern]) => takes(pattern, path)).flatMap(([, found]) => [...found])
    if (methods.length === 0) {
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
