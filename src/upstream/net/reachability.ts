// Reachability check at startup, so that an operator without network access learns it at once.
import type { Failure, Source } from '../source.ts'
import type { Upstream } from '../upstream.ts'

export interface UnreachableHost {
  readonly host: string
  readonly failure: Failure
}

/** The other kinds of failure show that the host is reachable. */
const unreachableKinds = new Set<Failure['kind']>(['timeout', 'network', 'unavailable', 'blocked'])

/** Requests each page once and returns the hosts that cannot be reached, in the given order. */
export async function findUnreachableHosts(
  upstream: Pick<Upstream, 'ask'>,
  pages: readonly string[],
): Promise<UnreachableHost[]> {
  const asked = await Promise.all(
    pages.map(async (page) => {
      const outcome = await upstream.ask(pageSource(page), page, { maxAgeMs: 0 })
      const failure = 'failure' in outcome ? outcome.failure : undefined
      return failure && unreachableKinds.has(failure.kind) ? [{ host: new URL(page).host, failure }] : []
    }),
  )
  return asked.flat()
}

/** Id prefix of checks: such an ask tests a host and belongs to no source. */
const testPrefix = 'reach:'

/** Whether a source id is that of a reachability check. */
export function isReachabilityCheck(source: string): boolean {
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
