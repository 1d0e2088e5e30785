// One search: choose the sources, gather what they give, match, merge, rank, shape.
import type { Meta, SearchRequest, Warning } from '../contract/search.ts'
import type { Pending } from '../upstream/gather.ts'
import type { Outcome, Source } from '../upstream/source.ts'
import type { Upstream } from '../upstream/upstream.ts'
import type { SearchAnswer } from './answer.ts'
import { type Catalogue, createChooser } from './choose.ts'
import { createMatcher } from './match.ts'
import { merge } from './merge.ts'
import type { SearchQuery } from './plugin.ts'
import { rankEntries, rankResults } from './rank.ts'
import type { Result } from './result.ts'
import { shapeData } from './shape.ts'

/** Searches; `signal` aborts when the caller leaves before the answer. Rejects with its reason then, and else only for a bug of ours. */
export type Search = (request: SearchRequest, signal: AbortSignal) => Promise<SearchAnswer>

export interface SearchParts extends Catalogue {
  readonly upstream: Pick<Upstream, 'gather'>
  /** How long a search waits for its sources unless the request says otherwise, in milliseconds. */
  readonly deadlineMs: number
  /** Epoch milliseconds. */
  readonly now: () => number
}

type Came = readonly [source: Source<SearchQuery, Result>, outcome: Outcome<Result> | Pending<Result>]

/** Makes the search over channels and plugins. */
export function createSearch(parts: SearchParts): Search {
  const choose = createChooser(parts)
  const { upstream, now } = parts
  return async (request, signal) => {
    const started = now()
    const choice = choose(request)
    const came: Came[] = []
    // How long this caller waits changes nothing about what a source answers.
    const { deadline_ms: deadlineMs = parts.deadlineMs, ...ext } = request.ext
    const query: SearchQuery = { kw: request.kw, ext }
    const spread = { maxAgeMs: request.refresh ? 0 : undefined, parallel: request.conc, deadlineMs, signal }
    for await (const arrival of upstream.gather(choice.sources, query, spread)) came.push(arrival)
    signal.throwIfAborted()

    const order = new Map(choice.sources.map(({ id }, index) => [id, index]))
    came.sort(([a], [b]) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
    const meta = metaOf(came)
    const warnings = [...choice.warnings, ...failuresOf(came), ...lateOf(meta, deadlineMs)]
    return {
      body: {
        code: 0,
        message: 'success',
        data: dataOf(request, choice.clouds, came),
        ...(warnings.length > 0 ? { warnings } : {}),
        meta,
      },
      ...ageOf(came, started),
      tookMs: now() - started,
    }
  }
}

function dataOf(
  request: SearchRequest,
  clouds: ReturnType<ReturnType<typeof createChooser>>['clouds'],
  came: readonly Came[],
) {
  const matcher = createMatcher({ ...request, clouds })
  const found = came.flatMap(([, outcome]) =>
    outcome.state === 'failed'
      ? []
      : outcome.items.flatMap((result) => {
          const matches = matcher(result)
          const best = matches.some(({ relevance }) => relevance === 'title') ? ('title' as const) : ('text' as const)
          return matches.length > 0 ? [{ result, matches, relevance: best }] : []
        }),
  )
  const entries = request.res === 'results' ? [] : rankEntries(merge(found.flatMap(({ matches }) => matches)))
  const results = request.res === 'merged_by_type' ? [] : rankResults(found)
  return shapeData(
    request.res,
    entries,
    results.map(({ result, matches }) => [result, matches] as const),
  )
}

function metaOf(came: readonly Came[]): Meta {
  const pending = came.filter(([, { state }]) => state === 'pending').length
  const failed = came.filter(([, outcome]) => 'failure' in outcome).length
  const answered = came.length - pending - failed
  return { complete: pending === 0, sources: { asked: came.length, answered, failed, pending } }
}

function failuresOf(came: readonly Came[]): Warning[] {
  return came.flatMap(([{ id }, outcome]) => {
    if (!('failure' in outcome) || !outcome.failure) return []
    const { kind, detail } = outcome.failure
    const older = outcome.state === 'stale' ? `; its answer of ${outcome.at.toISOString()} is used` : ''
    return [{ kind: 'source_failed' as const, source: id, detail: `${kind}: ${detail}${older}` }]
  })
}

function lateOf({ sources: { asked, pending } }: Meta, deadlineMs: number): Warning[] {
  if (pending === 0) return []
  const detail = `${pending} of ${asked} sources had not answered within ${deadlineMs} ms and are still being asked; the same search asked again includes them`
  return [{ kind: 'deadline_reached', detail }]
}

/** How much of the answer was kept from before, and since when. */
function ageOf(came: readonly Came[], now: number): Pick<SearchAnswer, 'cache' | 'ageMs'> {
  const kept = came.filter(([, outcome]) => outcome.state !== 'fresh' && 'at' in outcome)
  const asked = came.some(([, { state }]) => state === 'fresh')
  const oldest = came.reduce(
    (at, [, outcome]) => ('at' in outcome && outcome.at ? Math.min(at, outcome.at.getTime()) : at),
    now,
  )
  if (kept.length === 0) return { cache: 'miss', ageMs: 0 }
  return { cache: asked ? 'partial' : 'hit', ageMs: now - oldest }
}
