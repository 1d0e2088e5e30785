// The order of works in an answer and of links in a work: total and deterministic.
import type { WorkAttributes } from '../../contract/work-attributes.ts'
import { isUnclassified } from '../works/describe-work.ts'
import type { WorkName } from '../works/known-names.ts'
import ranks from '../works/quality-ranks.json' with { type: 'json' }
import { compare, type MergedLink } from './merge.ts'
import type { StateOf } from './rank.ts'
import type { WorkIndex } from './work-index.ts'

const healthOrder = { ok: 2, unknown: 1, locked: 1, bad: 0 } as const
const rankOf: ReadonlyMap<string, number> = new Map(Object.entries(ranks))

/**
 * Sources of a work that has the keyword as its title count for this many: what is named so stands first unless many more have something else.
 * Tried with the searches of `fixtures/quality`.
 */
const namedFactor = 3

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
  /** Whether the keyword is its title. */
  readonly isNamed: boolean
  /** Number of its sources; those of a work that has the keyword as its title count more. */
  readonly weight: number
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
  const sources = new Set(entries.flatMap(({ sources: ids }) => ids))
  const isNamed = entries.some((entry) => hasTitle(entry, index))
  const isStray = sources.size === 1 && isUnclassified(key, entries.map(index.titleOf))
  return {
    key,
    links: ranked.map(({ entry }) => entry),
    relevance: entries.some(({ relevance }) => relevance === 'title') ? 'title' : 'text',
    sources,
    at: times.length === 0 ? undefined : times.reduce((newest, at) => Math.max(newest, at)),
    isNamed,
    weight: sources.size * (isNamed && !isStray ? namedFactor : 1),
    health: ranked[0]?.health ?? 0,
  }
}

/** Sorts works: in a title before in texts only, those with dead links only last, weight, the keyword is the title, available first, time, key. */
export function byWorkOrder(a: RankedWork, b: RankedWork): number {
  return (
    Number(b.relevance === 'title') - Number(a.relevance === 'title') ||
    Number(b.health > healthOrder.bad) - Number(a.health > healthOrder.bad) ||
    b.weight - a.weight ||
    Number(b.isNamed) - Number(a.isNamed) ||
    b.health - a.health ||
    (b.at ?? 0) - (a.at ?? 0) ||
    compare(a.key, b.key)
  )
}

function hasTitle(entry: MergedLink, { titleOf, searched }: WorkOrderContext['index']): boolean {
  if (entry.relevance === 'text') return false
  const { compact, chinese, latin } = titleOf(entry)
  return compact === searched || [chinese, latin].some((name) => name !== undefined && isNameOf(name, searched))
}

function isNameOf({ base, number, rest }: WorkName, wanted: string): boolean {
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
