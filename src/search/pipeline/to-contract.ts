// Converts entries and results to the shapes of the contract.

import { cloudTypes } from '../../contract/cloud-types.ts'
import type { LinkItem } from '../../contract/links.ts'
import type { MergedByType, ResultItem, SearchRequest, SearchResponse } from '../../contract/search.ts'
import type { WorkAttributes } from '../../contract/work-attributes.ts'
import { ttlByState } from '../checks/check-result.ts'
import type { LinkHealthCache } from '../checks/health-cache.ts'
import { shareUrl } from '../clouds/recognise.ts'
import type { MergedLink } from './merge.ts'
import type { MatchedPost } from './source-results.ts'
import type { WorkIndex } from './work-index.ts'

/** Printed for an unknown time; clients of comparable services expect this value. */
const unknownTime = '0001-01-01T00:00:00Z'

/** Returns the additional fields of a link with `ext.details`, with which a page sorts, updates and marks links itself. */
export type Details = (entry: MergedLink) => LinkDetails

interface LinkDetails extends Partial<Pick<LinkItem, 'health' | 'work'>> {
  readonly key: string
  readonly sources: string[]
  readonly relevance: MergedLink['relevance']
  readonly attributes: WorkAttributes
}

/** Adds the fields of `ext.details`, for links whose works are in `works`. Without `knownHealth` the fields lack health. */
export function createLinkDetails(
  works: Pick<WorkIndex, 'workOf' | 'attributesOf'>,
  knownHealth: Pick<LinkHealthCache, 'healthOf'> | undefined,
): Details {
  return (entry) => {
    const { key } = entry.share
    const known = knownHealth?.healthOf(key)
    const fields = {
      key,
      sources: [...entry.sources],
      relevance: entry.relevance,
      work: works.workOf(key),
      attributes: works.attributesOf(entry),
    }
    if (!known) return fields
    const { state, at } = known
    return { ...fields, health: { state, checkedAt: at, expiresAt: at + ttlByState[state] } }
  }
}

/** The `data` of an answer by cloud or post, in the given order; `details` adds the fields of `ext.details` to links. */
export function toData(
  res: Exclude<SearchRequest['res'], 'works'>,
  entries: readonly MergedLink[],
  results: readonly MatchedPost[],
  details?: Details,
): SearchResponse['data'] {
  if (res === 'results') return { total: results.length, results: results.map(toResultItem) }
  const merged_by_type = toMergedByType(entries, (entry) => toLinkItem(entry, details))
  if (res === 'merged_by_type') return { total: entries.length, merged_by_type }
  return { total: entries.length, results: results.map(toResultItem), merged_by_type }
}

/** Whether the answer has posts. */
export function hasResults(res: SearchRequest['res']): boolean {
  return res === 'results' || res === 'all'
}

/** Groups entries by cloud type in the given order. */
export function toMergedByType(entries: readonly MergedLink[], itemOf: (entry: MergedLink) => LinkItem): MergedByType {
  const groups = Map.groupBy(entries, ({ share }) => share.type)
  const merged: MergedByType = {}
  for (const type of cloudTypes) {
    const group = groups.get(type)
    if (group) merged[type] = group.map(itemOf)
  }
  return merged
}

export function toLinkItem(entry: MergedLink, details?: Details): LinkItem {
  return {
    url: printedUrl(entry),
    password: entry.password,
    note: entry.title,
    datetime: time(entry.at),
    source: entry.sources[0] ?? '',
    images: [...entry.images],
    ...details?.(entry),
  }
}

export function printedUrl({ share, password }: Pick<MergedLink, 'share' | 'password'>): string {
  return shareUrl(share, password)
}

export function toResultItem({ result, matches }: Pick<MatchedPost, 'result' | 'matches'>): ResultItem {
  const name = result.source.slice(result.source.indexOf(':') + 1)
  const isChannel = result.source.startsWith('tg:')
  return {
    message_id: result.id,
    unique_id: isChannel ? `${name}_${result.id}` : `${name}-${result.id}`,
    channel: isChannel ? name : '',
    datetime: time(result.at),
    title: result.title.text,
    content: result.text,
    links: matches.map(({ link }) => ({
      type: link.share.type,
      url: printedUrl(link),
      password: link.password,
      ...(link.work ? { work_title: link.work.text } : {}),
    })),
    tags: [...result.tags],
    images: [...result.images],
    source: result.source,
  }
}

/** ISO 8601 in UTC, to the second, as every client reads it. */
export function time(at: number | undefined): string {
  return at === undefined ? unknownTime : `${new Date(at).toISOString().slice(0, 19)}Z`
}
