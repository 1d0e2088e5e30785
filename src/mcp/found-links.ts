// The links of a search gathered from its events, and their order: the best first, as in the plain answer of a search.
import { type CloudType, cloudTypes } from '../contract/search.ts'
import type { SearchEvent } from './asking.ts'

type LinksEvent = Extract<SearchEvent, { event: 'links' }>['data']

/** A link, and the kind of its cloud. */
export type FoundLink = NonNullable<LinksEvent['merged_by_type'][CloudType]>[number] & { readonly type: CloudType }

/** What events have told so far. */
export interface FoundLinks {
  /** Takes the links of an event. */
  add(links: LinksEvent): void
  count(): number
  /** Best first. */
  ranked(): FoundLink[]
}

/** Makes what gathers. */
export function gatherLinks(): FoundLinks {
  const byUrl = new Map<string, FoundLink>()
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

const soundness = { ok: 1, unknown: 0, locked: 0, bad: -1 } as const

/** As the search itself ranks: dead ones last; what is in the title; fresh days; how many sources have it; known to be there; time; key. */
function rank(links: readonly FoundLink[]): FoundLink[] {
  const told = links.map((link) => ({ link, ...worthOf(link) }))
  told.sort(
    (a, b) =>
      a.dead - b.dead ||
      b.title - a.title ||
      compare(b.day, a.day) ||
      b.sources - a.sources ||
      b.sound - a.sound ||
      compare(b.link.datetime, a.link.datetime) ||
      compare(a.key, b.key),
  )
  return told.map(({ link }) => link)
}

function worthOf({ health, relevance, datetime, sources = [], key, url }: FoundLink) {
  const state = health?.state ?? 'unknown'
  return {
    dead: Number(state === 'bad'),
    title: Number(relevance === 'title'),
    day: datetime.slice(0, 10),
    sources: sources.length,
    sound: soundness[state],
    key: key ?? url,
  }
}

function compare(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
