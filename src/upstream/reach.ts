// Does anybody out there answer? Asked once at the start, so that a person learns at once when nobody does.
import type { Failure, Source } from './source.ts'
import type { Upstream } from './upstream.ts'

/** A host that could not be reached at all. */
export interface Unreached {
  readonly host: string
  readonly failure: Failure
}

/** Any other kind shows that the host is there and lets us in. */
const silent = new Set<Failure['kind']>(['timeout', 'network', 'unavailable', 'blocked'])

/** Asks for each page once and returns the hosts that could not be reached, in the order given. */
export async function unreachedHosts(upstream: Pick<Upstream, 'ask'>, pages: readonly string[]): Promise<Unreached[]> {
  const asked = await Promise.all(
    pages.map(async (page) => {
      const outcome = await upstream.ask(pageSource(page), page, { maxAgeMs: 0 })
      const failure = 'failure' in outcome ? outcome.failure : undefined
      return failure && silent.has(failure.kind) ? [{ host: new URL(page).host, failure }] : []
    }),
  )
  return asked.flat()
}

/** Asks under such an id are tests of a host, not of a source that anybody knows. */
const testPrefix = 'reach:'

/** Is this the id of a test of a host? */
export function isReachTest(source: string): boolean {
  return source.startsWith(testPrefix)
}

function pageSource(page: string): Source<string, never> {
  return {
    id: `${testPrefix}${page}`,
    home: page,
    limits: { attempts: 1, freshMs: 0, staleMs: 0 },
    ask: async (address, io) => {
      await io.bytes(address)
      return []
    },
  }
}
