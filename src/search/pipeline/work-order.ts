// The order of works in an answer and of links in a work: total and deterministic.
import type { WorkAttributes } from '../../contract/work-attributes.ts'
import type { WorkName } from '../works/name.ts'
import ranks from '../works/quality-ranks.json' with { type: 'json' }
import { compare, type MergedLink } from './merge.ts'
import type { StateOf } from './rank.ts'
import type { WorkIndex } from './work-index.ts'

const healthOrder = { ok: 2, unknown: 1, locked: 1, bad: 0 } as const
const rankOf: ReadonlyMap<string, number> = new Map(Object.entries(ranks))

/** The criteria of the order. `clouds` is `cloud_types` of the request: the preferred clouds, best first. */
export interface WorkOrderContext {
  readonly clouds: readonly string[] | undefined
  readonly index: Pick<WorkIndex, 'attributesOf' | 'titleOf' | 'searched'>
  readonly stateOf: StateOf
}

/** The links of a work, best first, and what decides its place among the works. */
export interface RankedWork {
  readonly key: string
  readonly links: readonly MergedLink[]
  readonly relevance: MergedLink['relevance']
  readonly sources: ReadonlySet<string>
  /** When its newest link was posted, in epoch milliseconds; undefined if unknown. */
  readonly at: number | undefined
  /** Whether the keyword is its title, 2, occurs in one, 1, or only in texts, 0. */
  readonly match: number
  /** That of its best link. */
  readonly health: number
}

/** Ranks the links of a work: available before unchecked before gone, preferred clouds, complete before partial, quality, sources, time, key. */
export function rankWork(key: string, entries: readonly MergedLink[], context: WorkOrderContext): RankedWork {
  const { clouds = [], index, stateOf } = context
  const ranked = entries.map((entry) => {
    const attributes = index.attributesOf(entry)
    const cloud = clouds.indexOf(entry.share.type)
    return {
      entry,
      health: healthOrder[stateOf(entry.share.key) ?? 'unknown'],
      cloud: cloud < 0 ? clouds.length : cloud,
      completeness: completenessOf(attributes),
      quality: qualityOf(attributes),
    }
  })
  ranked.sort(
    (a, b) =>
      b.health - a.health ||
      a.cloud - b.cloud ||
      b.completeness - a.completeness ||
      b.quality - a.quality ||
      b.entry.sources.length - a.entry.sources.length ||
      (b.entry.at ?? 0) - (a.entry.at ?? 0) ||
      compare(a.entry.share.key, b.entry.share.key),
  )
  const times = entries.flatMap(({ at }) => at ?? [])
  return {
    key,
    links: ranked.map(({ entry }) => entry),
    relevance: entries.some(({ relevance }) => relevance === 'title') ? 'title' : 'text',
    sources: new Set(entries.flatMap(({ sources }) => sources)),
    at: times.length === 0 ? undefined : times.reduce((newest, at) => Math.max(newest, at)),
    match: entries.reduce((most, entry) => Math.max(most, matchOf(entry, index)), 0),
    health: ranked[0]?.health ?? 0,
  }
}

/** Sorts works: how the title matches, available first, number of sources, time, key. */
export function byWorkOrder(a: RankedWork, b: RankedWork): number {
  return (
    b.match - a.match ||
    b.health - a.health ||
    b.sources.size - a.sources.size ||
    (b.at ?? 0) - (a.at ?? 0) ||
    compare(a.key, b.key)
  )
}

function matchOf(entry: MergedLink, index: WorkOrderContext['index']): number {
  if (entry.relevance === 'text') return 0
  const { compact, chinese, latin } = index.titleOf(entry)
  const { searched } = index
  return compact === searched || [chinese, latin].some((name) => name !== undefined && isNamed(name, searched)) ? 2 : 1
}

function isNamed({ base, number, rest }: WorkName, wanted: string): boolean {
  return rest.length === 0 && (base === wanted || `${base}${number}` === wanted)
}

/** Complete series come before single files, and these before some episodes of a series. */
function completenessOf({ episodes }: WorkAttributes): number {
  if (episodes === null) return 1
  return episodes.complete ? 2 : 0
}

/** The resolution counts more than the source, but a recording of a cinema screen is always worse. */
function qualityOf({ quality, source }: WorkAttributes): number {
  const resolution = Math.max(0, ...quality.map((value) => rankOf.get(value.toLowerCase()) ?? 0))
  return resolution + (source === null ? 0 : (rankOf.get(source.toLowerCase()) ?? 0))
}
