// Collects the links of a search from its events and sorts them like a plain search response: best first.
import { type CloudType, cloudTypes } from '../contract/search.ts'
import type { BackendEvent } from './backend.ts'

type LinksEvent = Extract<BackendEvent, { event: 'links' }>['data']

/** A link with its cloud type. */
export type ToolLink = NonNullable<LinksEvent['merged_by_type'][CloudType]>[number] & { readonly type: CloudType }

/** The links collected so far. */
export interface ToolLinkCollector {
  /** Adds the links of an event. */
  add(links: LinksEvent): void
  count(): number
  /** The links, best first. */
  ranked(): ToolLink[]
}

/** Creates an empty collector. */
export function createToolLinkCollector(): ToolLinkCollector {
  const byUrl = new Map<string, ToolLink>()
  return {
    add({ merged_by_type, replaced = [] }) {
      for (const url of replaced) byUrl.delete(url)
      for (const type of cloudTypes)
        for (const link of merged_by_type[type] ?? []) byUrl.set(link.url, { ...link, type })
    },
    count: () => byUrl.size,
    ranked: () => rank([...byUrl.values()]),
  }
}

const healthRank = { ok: 1, unknown: 0, locked: 0, bad: -1 } as const

/** Sorts like the search: dead links last, then by title match, day, number of sources, health, time and key. */
function rank(links: readonly ToolLink[]): ToolLink[] {
  const keyed = links.map((link) => ({ link, ...sortKeys(link) }))
  keyed.sort(
    (a, b) =>
      a.dead - b.dead ||
      b.title - a.title ||
      compare(b.day, a.day) ||
      b.sources - a.sources ||
      b.sound - a.sound ||
      compare(b.link.datetime, a.link.datetime) ||
      compare(a.key, b.key),
  )
  return keyed.map(({ link }) => link)
}

function sortKeys({ health, relevance, datetime, sources = [], key, url }: ToolLink) {
  const state = health?.state ?? 'unknown'
  return {
    dead: Number(state === 'bad'),
    title: Number(relevance === 'title'),
    day: datetime.slice(0, 10),
    sources: sources.length,
    sound: healthRank[state],
    key: key ?? url,
  }
}

function compare(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
