// Removes the texts of a query from the failures of its ask: everybody reads failures, and sites repeat keywords in messages and addresses.
import { createRedactor } from '../../observability/redact.ts'
import { UpstreamError } from '../errors.ts'

/** Shorter texts occur in any message. */
const minTextLength = 2

/** Creates the function that returns an error without the texts of the query, or the same error if it has none of them. */
export function createQueryHider(query: unknown): (error: UpstreamError) => UpstreamError {
  let redact: ReturnType<typeof createRedactor> | undefined
  return (error) => {
    redact ??= createRedactor(textsOf(query), minTextLength)
    const { kind, retryAfterMs, status, reason, cause } = error
    const [message, to] = [redact(error.message), redact(reason?.to ?? '')]
    if (message === error.message && to === (reason?.to ?? '')) return error
    return new UpstreamError(kind, message, {
      retryAfterMs,
      status,
      cause,
      reason: reason?.to ? { ...reason, to } : reason,
    })
  }
}

/** All strings in a value, and their words. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value, ...value.split(/\s+/)]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}
