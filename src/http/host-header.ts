// Checks that a request has exactly one Host header, so that the error has our body.
import { badRequest } from './errors.ts'

/**
 * Replaces Node's `requireHostHeader`, which answers without a body and silently takes the first of two Host headers.
 * @throws RequestError 400 if the header is missing (HTTP/1.1 only) or repeated.
 */
export function requireHostHeader(rawHeaders: readonly string[], httpVersion: string): void {
  const count = rawHeaders.filter(
    (text, at) => at % 2 === 0 && text.length === 4 && text.toLowerCase() === 'host',
  ).length
  if (count > 1) throw badRequest('Host header', 'must be sent once')
  if (count === 0 && httpVersion === '1.1') throw badRequest('Host header', 'is required by HTTP/1.1')
}
