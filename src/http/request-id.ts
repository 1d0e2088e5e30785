// Request ids: generated ones, and the client's own when they are harmless.

/** Creates a generator of request ids: `prefix`, unique to this process, and a sequence number. Faster than random ids. */
export function createRequestIdSequence(prefix: string): () => string {
  let last = 0
  return () => {
    last += 1
    return `${prefix}-${last.toString(36)}`
  }
}

/** Creates a function that returns the client's own id if it is harmless, else one from `newId`. */
export function createRequestIdChooser(newId: () => string): (clientId: unknown) => string {
  return (clientId) => (typeof clientId === 'string' && /^[A-Za-z0-9._-]{1,64}$/.test(clientId) ? clientId : newId())
}
