// Collects the works of a streamed search with `res=works`: each with its links, updated as more sources return them.
import { type CollectedLink, changedLink, type LinkChange, toLink } from './link-collector.ts'
import type { Work, WorkChange, WorkLink } from './types.ts'

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
  readonly works: readonly WorkChange[]
  readonly changed?: readonly LinkChange[] | undefined
  /** Works that have ended, with the key of the work that has their links now. */
  readonly moved?: Readonly<Record<string, string | null>> | undefined
  /** The keys of all works, best first. */
  readonly order?: readonly string[] | undefined
  readonly archive?: boolean | undefined
}

interface Collected {
  readonly fields: Omit<Work, 'links'>
  /** The keys of its links. */
  readonly links: readonly string[]
}

export type WorkCollector = ReturnType<typeof createWorkCollector>

/** Creates an empty collector. */
export function createWorkCollector() {
  const links = createCollectedLinks()
  /** The work of each link: an earlier request may have had it in another one. */
  const workOf = new Map<string, string>()
  let works = new Map<string, Collected>()

  function addWork({ links: added = [], order, positions = [], ...fields }: WorkChange, archive: boolean): void {
    for (const link of added) links.add(link, archive)
    const before = works.get(fields.key)
    const listed = order?.flatMap((id) => links.keyOf(id) ?? []) ?? moveLinks(before?.links ?? [], positions)
    for (const link of listed) workOf.set(link, fields.key)
    const current = new Set(listed)
    const earlier = before?.links.filter((link) => links.isUnconfirmed(link) && !current.has(link)) ?? []
    const known = { ...before?.fields, ...fields }
    if (isWhole(known)) works.set(fields.key, { fields: known, links: [...listed, ...earlier] })
  }

  /** The links with these numbers at their positions, the others in their order. */
  function moveLinks(before: readonly string[], positions: readonly (readonly [id: number, at: number])[]): string[] {
    const moves = positions.flatMap(([id, at]): [string, number][] => {
      const link = links.keyOf(id)
      return link === undefined ? [] : [[link, at]]
    })
    const moved = new Set(moves.map(([link]) => link))
    const listed = before.filter((link) => !moved.has(link) && !links.isUnconfirmed(link))
    for (const [link, at] of moves) listed.splice(at, 0, link)
    return listed
  }

  return {
    /** Starts another request of the same search: links that are not received again until `finish` are removed. */
    begin: links.begin,
    add({ works: changes, changed = [], moved = {}, order = [], archive = false }: WorksEvent): void {
      for (const key of Object.keys(moved)) works.delete(key)
      for (const change of changes) addWork(change, archive)
      for (const change of changed) links.change(change)
      const sorted = order.flatMap((key): [string, Collected][] => {
        const work = works.get(key)
        return work ? [[key, work]] : []
      })
      works = new Map([...sorted, ...works])
    },
    /** Ends the request and removes links that were not received again. */
    finish: links.finish,
    /** The number of links. */
    count: links.count,
    /** All works so far, in the order in which they arrived; after the last event the best first. */
    works(): CollectedWork[] {
      return [...works].flatMap(([key, { fields, links: listed }]) => {
        const own = listed.flatMap((link) => (workOf.get(link) === key ? (links.get(link) ?? []) : []))
        return own.length > 0 ? [{ ...fields, links: own }] : []
      })
    },
  }
}

/** Converts a link of the API. */
export function collectedWorkLink({ attributes, ...link }: WorkLink, isFromArchive: boolean): CollectedWorkLink {
  const item = { ...link, source: link.sources[0] ?? '', health: link.health ?? undefined }
  return { ...toLink(link.type, item, isFromArchive), attributes }
}

/** Whether all fields are known; they are from the first event of a work on. */
function isWhole(fields: Omit<WorkChange, 'links'>): fields is Collected['fields'] {
  return fields.title !== undefined
}

function createCollectedLinks() {
  const links = new Map<string, CollectedWorkLink>()
  /** Keys by the numbers that the current stream gave. */
  let keys = new Map<number, string>()
  let unconfirmed = new Set<string>()
  return {
    get: (key: string) => links.get(key),
    count: () => links.size,
    keyOf: (id: number) => keys.get(id),
    /** Whether only an earlier request had it so far. */
    isUnconfirmed: (key: string) => unconfirmed.has(key),
    begin(): void {
      unconfirmed = new Set(links.keys())
      keys = new Map()
    },
    add({ id, ...link }: WorkLink, archive: boolean): void {
      const { key } = link
      const isFromSource = links.get(key)?.isFromArchive === false && !unconfirmed.has(key)
      links.set(key, collectedWorkLink(link, archive && !isFromSource))
      if (id !== undefined) keys.set(id, key)
      unconfirmed.delete(key)
    },
    change(change: LinkChange): void {
      for (const id of change.ids) {
        const link = links.get(keys.get(id) ?? '')
        if (!link) continue
        links.set(link.key, { ...changedLink(link, change), attributes: change.attributes ?? link.attributes })
      }
    },
    finish(): void {
      for (const key of unconfirmed) links.delete(key)
      unconfirmed = new Set()
    },
  }
}
