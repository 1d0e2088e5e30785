// Runs the service below a path of a reverse proxy: removes the path from arriving requests, so that no route knows it, and rejects the others.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { RequestError } from '../errors.ts'
import { targetPath, targetQuery } from '../request-target.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The path below which the service is reachable, without a trailing slash; empty or undefined at the root. */
    readonly urlPrefix?: string
  }
}

type RawRequest = Pick<FastifyRequest['raw'], 'url'>

/** The part of a target before its path, where a client sends a whole address. */
const origin = /^https?:\/\/[^/?#]*/i

/** `probePaths` are answered without the path too: orchestrators ask the service itself. */
export function createUrlPrefix(urlPrefix: string, probePaths: ReadonlySet<string>) {
  const outside = new WeakSet<RawRequest>()
  return {
    /** Removes the path from the target of an arriving request. Returns false if the target is not below it. */
    enter(request: RawRequest): boolean {
      const target = (request.url ?? '').replace(origin, '')
      if (urlPrefix === '' || probePaths.has(targetPath(target))) return true
      if (target.startsWith(`${urlPrefix}/`)) {
        request.url = target.slice(urlPrefix.length)
        return true
      }
      outside.add(request)
      return false
    },
    /** Redirects from the path without its slash. Returns whether it did. @throws RequestError 404 for a request outside of the path. */
    redirectOrRequire({ raw, url }: FastifyRequest, reply: FastifyReply): boolean {
      if (!outside.has(raw)) return false
      const query = targetQuery(url)
      if (targetPath(url.replace(origin, '')) !== urlPrefix)
        throw new RequestError(
          404,
          `path: this service runs below ${urlPrefix}/ (BASE_PATH); a reverse proxy must pass requests on without removing ${urlPrefix}`,
        )
      void reply.redirect(`${urlPrefix}/${query === '' ? '' : `?${query}`}`, 308)
      return true
    },
  }
}
