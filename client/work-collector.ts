// Collects the works of a streamed search with `res=works`: each with its links, updated as more sources return them.
import { type CollectedLink, toLink } from './link-collector.ts'
import type { StreamWork, StreamWorkLink, Work, WorkLink } from './types.ts'

/** A link of a work. */
export interface CollectedWorkLink extends CollectedLink {
  readonly attributes: WorkLink['attributes']
}

/** A work with what is known about it so far. */
export interface CollectedWork extends Omit<Work, 'links'> {
  /** Best first. */
  readonly links: readonly CollectedWorkLink[]
}

/** Data of a `works` event. */
export interface WorksEvent {
  readonly works: readonly StreamWork[]
  /** Works that have ended, with the key of the work that has their links now. */
  readonly moved?: Readonly<Record<string, string | null>> | undefined
  /** The keys of all works, best first. */
  readonly order?: readonly string[] | undefined
}

export type WorkCollector = ReturnType<typeof createWorkCollector>

/** Creates an empty collector. */
export function createWorkCollector() {
  let works = new Map<string, CollectedWork>()
  /** The work of each link: an earlier request may have had it in another one. */
  const workOf = new Map<string, string>()
  let unconfirmed = new Set<string>()

  function addWork(work: StreamWork): void {
    const links = work.links.map(collectedWorkLink)
    for (const { key } of links) {
      workOf.set(key, work.key)
      unconfirmed.delete(key)
    }
    const earlier = works.get(work.key)?.links.filter(({ key }) => unconfirmed.has(key)) ?? []
    works.set(work.key, { ...work, links: [...links, ...earlier] })
  }

  /** All works so far, in the order in which they arrived; after the last event the best first. */
  function collected(): CollectedWork[] {
    return [...works.values()].flatMap((work) => {
      const links = work.links.filter(({ key }) => workOf.get(key) === work.key)
      // The same object as long as the work has not changed.
      if (links.length === work.links.length) return work
      return links.length > 0 ? { ...work, links } : []
    })
  }

  return {
    /** Starts another request of the same search: links that are not received again until `finish` are removed. */
    begin(): void {
      unconfirmed = new Set(workOf.keys())
    },
    add({ works: changed, moved = {}, order = [] }: WorksEvent): void {
      for (const key of Object.keys(moved)) works.delete(key)
      for (const work of changed) addWork(work)
      const sorted = order.flatMap((key): [string, CollectedWork][] => {
        const work = works.get(key)
        return work ? [[key, work]] : []
      })
      works = new Map([...sorted, ...works])
    },
    /** Ends the request and removes links that were not received again. */
    finish(): void {
      for (const key of unconfirmed) workOf.delete(key)
      unconfirmed = new Set()
    },
    /** The number of links. */
    count: () => collected().reduce((sum, { links }) => sum + links.length, 0),
    works: collected,
  }
}

/** Converts a link of the API. */
export function collectedWorkLink({ attributes, archive, ...link }: StreamWorkLink): CollectedWorkLink {
  const item = { ...link, source: link.sources[0] ?? '', health: link.health ?? undefined }
  return { ...toLink(link.type, item, archive === true), attributes }
}
