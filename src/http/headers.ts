// Constant response headers: open CORS, security headers, what pages may load, CORS preflight.
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Sent with every response, errors included. */
export const defaultHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Server-Timing, X-Cache, Age, X-Request-Id, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, RateLimit-Policy',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  // If a browser opens an API response as a document (RSS is markup), it runs and loads nothing. Pages and files have their own policies.
  'content-security-policy': "default-src 'none'; sandbox",
} as const

/** The headers of `defaultHeaders` that let pages of other sites read a response. */
export const corsHeaderNames = ['access-control-allow-origin', 'access-control-expose-headers'] as const

/**
 * For HTML pages: they load from this server only, and cannot be framed. They may connect to others: users send links to services of their
 * own (`web/src/send`). `blob:` is for images, which the page fetches with the user's credentials. Trusted Types: no string becomes HTML or a
 * script; the one policy allowed is the page's own for the URL of its service worker.
 */
export const pageHeaders = {
  'content-security-policy':
    "default-src 'self'; connect-src 'self' http: https:; img-src 'self' blob:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'; require-trusted-types-for 'script'; trusted-types trawl",
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'x-frame-options': 'DENY',
} as const

const openerPolicyHeader = { 'cross-origin-opener-policy': 'same-origin' } as const
const trustedHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i

/**
 * For HTML pages besides: no page of another site keeps hold of their window. Over plain http browsers ignore it, with an error in their
 * console, except on the machine itself. What a client says in these headers changes its own answer only.
 */
export function openerPolicy({ headers }: Pick<FastifyRequest, 'headers'>): Readonly<Record<string, string>> {
  const isHttps = headers['x-forwarded-proto'] === 'https'
  return isHttps || trustedHost.test(headers.host ?? '') ? openerPolicyHeader : {}
}

/** Response headers of OPTIONS for a path with these methods. `Authorization` is listed because `*` does not cover it. */
export function preflightHeaders(methods: string) {
  return {
    'access-control-allow-methods': methods,
    'access-control-allow-headers': '*, Authorization',
    'access-control-max-age': '86400',
  }
}

export function setDefaultHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(defaultHeaders).header('x-request-id', request.id)
}
