// Raises the time limits of all sources, so that a busy machine does not make an upstream too late.
import type { Source } from '../../src/upstream/source.ts'
import type { Upstream } from '../../src/upstream/upstream.ts'

/** Longer than any test waits. */
const limitMs = 120_000

function patiently<Query, Item>(source: Source<Query, Item>): Source<Query, Item> {
  return { ...source, limits: { ...source.limits, attemptMs: limitMs, askMs: limitMs } }
}

/** The same upstream, without its time limits per attempt and ask unless it has them; deadlines of gathers stay. */
export function patientUpstream(upstream: Upstream, hasSourceTimeouts = false): Upstream {
  if (hasSourceTimeouts) return upstream
  return {
    ...upstream,
    ask: (source, ...more) => upstream.ask(patiently(source), ...more),
    gather: (sources, ...more) => upstream.gather(sources.map(patiently), ...more),
  }
}
