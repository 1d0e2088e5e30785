// Handles requests without a route: CORS preflights and OPTIONS (204), wrong methods (405), unknown paths (404).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { quoteInput } from '../contract/quote-input.ts'
import { RequestError } from './errors.ts'
import { preflightHeaders } from './headers.ts'
import { targetPath } from './request-target.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For a route with a parameter that accepts only some paths: tests the path. */
    readonly matchesPath?: (path: string) => boolean
  }
}

/** Answers a request for an unknown path with a page; undefined if it gets the JSON error. */
export type NotFoundPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | undefined

/** Does a part of a route pattern (`a`, `:b`, `c.:d`) match this part of a path? */
function matchesPart(part: string, sent: string | undefined): boolean {
  const at = part.indexOf(':')
  return at < 0 ? part === sent : sent?.startsWith(part.slice(0, at)) === true
}

/** Does a route pattern (`/a/:b`, `/c/*`) match this path? */
function matchesPattern(pattern: string, path: string): boolean {
  const patternParts = pattern.split('/')
  const pathParts = path.split('/')
  if (patternParts.at(-1) === '*')
    return patternParts.slice(0, -1).every((part, at) => matchesPart(part, pathParts[at]))
  return patternParts.length === pathParts.length && patternParts.every((part, at) => matchesPart(part, pathParts[at]))
}

/** The end of the patterns of feeds. */
const format = '.:format'

function withoutFormat(pattern: string): string {
  return pattern.slice(0, -format.length)
}

/** Handles requests that match none of `app`'s routes. Call before adding routes: it collects them. */
export function handleUnmatched(app: FastifyInstance, notFoundPage?: NotFoundPage): void {
  const routes = new Map<string, { methods: Set<string>; matchesPath: (path: string) => boolean }>()
  app.addHook('onRoute', ({ url, method, config }) => {
    const route = routes.get(url) ?? { methods: new Set(), matchesPath: config?.matchesPath ?? (() => true) }
    for (const name of [method].flat()) route.methods.add(name)
    routes.set(url, route)
  })
  app.setNotFoundHandler(async (request, reply) => {
    const path = targetPath(request.url).replace(/(?<=.)\/$/, '')
    const methods = [...routes].flatMap(([pattern, { methods: found, matchesPath }]) =>
      matchesPattern(pattern, path) && matchesPath(path) ? [...found] : [],
    )
    // With its method the router refused the path itself, such as a name with line breaks before a format.
    if (methods.length === 0 || methods.includes(request.method)) {
      const sent = notFoundPage?.(request, reply)
      if (sent) return sent
      const isFeed =
        !path.includes('.') &&
        routes.keys().some((route) => route.endsWith(format) && matchesPattern(withoutFormat(route), path))
      if (isFeed)
        throw new RequestError(404, `path: a feed ends in .rss, .atom or .json, such as ${quoteInput(`${path}.rss`)}`)
      throw new RequestError(
        404,
        `path: there is no ${quoteInput(path)}; GET ${app.urlPrefix ?? ''}/ lists what there is`,
      )
    }
    const allow = [...new Set(methods), 'OPTIONS'].join(', ')
    if (request.method === 'OPTIONS')
      return reply.status(204).headers(preflightHeaders(allow)).header('allow', allow).send()
    throw new RequestError(405, `method: ${request.method} is not allowed here; allowed are ${allow}`, {
      headers: { allow },
    })
  })
}
