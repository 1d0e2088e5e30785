// The user's board layout, stored in the browser: order of lists and topics, hidden and starred lists.
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { type Topic, topicOf, topics } from '../components/topics.ts'
import { type BrowserStorage, createPersistentSignal, parseStrings } from '../persistent-signal.ts'
import type { Tab } from './tabs.ts'

/** The number of lists in the tab of most-read lists: the server's first. */
const popularCount = 12

/** The stored layout. Ids unknown to the server stay in it and have no effect. */
export interface Layout {
  /** Lists in the user's order; others follow in the server's order. */
  readonly order: readonly string[]
  readonly hidden: readonly string[]
  /** Topics in the user's order; others follow in the default order. */
  readonly topics: readonly string[]
  /** The lists of the user's own tab, in its order. */
  readonly starred: readonly string[]
}

/** Changes the layout; every change is applied and stored at once. */
export type LayoutControl = ReturnType<typeof createLayout>

const emptyLayout: Layout = { order: [], hidden: [], topics: [], starred: [] }

/** Creates the layout. `records` returns the server's lists in its order; read on each move. */
export function createLayout(storage: BrowserStorage | undefined, records: () => readonly SourceRecord[]) {
  const stored = createPersistentSignal(storage, 'hot.layout', parseLayout, emptyLayout)
  const change = (part: Partial<Layout>) => stored.set({ ...stored.value, ...part })
  return {
    layout: stored.signal,
    /** Moves a list before another of its tab (default: its topic), or to the end of the tab. Unknown ids are ignored. */
    move: (id: string, beforeId: string | undefined, tab?: Tab) =>
      change(moveList(stored.value, records(), { id, beforeId, tab })),
    star(id: string, isStarred: boolean) {
      const others = stored.value.starred.filter((other) => other !== id)
      change({ starred: isStarred ? [...others, id] : others })
    },
    hide: (...ids: string[]) => change({ hidden: [...new Set([...stored.value.hidden, ...ids])] }),
    show: (...ids: string[]) => change({ hidden: stored.value.hidden.filter((id) => !ids.includes(id)) }),
    /** Moves a topic before another, or to the end. */
    moveTopic: (topic: Topic, before: Topic | undefined) =>
      change({ topics: moveBefore(orderedTopics(stored.value), topic, before) }),
    /** Restores the server's order and shows hidden lists; starred ones stay. */
    reset: () => change({ order: [], hidden: [], topics: [] }),
  }
}

/**
 * All lists by topic, hidden ones included, in the user's order of topics and lists. Topics without lists are omitted.
 */
export function arrangeLists(
  records: readonly SourceRecord[],
  layout: Layout,
): ReadonlyMap<Topic, readonly SourceRecord[]> {
  const byTopic = Map.groupBy(inUserOrder(records, layout), ({ column }) => column)
  return new Map(orderedTopics(layout).flatMap((topic) => pairs(topic, byTopic.get(topic))))
}

/** The visible lists by tab: the user's own (maybe none), the most-read ones, and those of each topic that has any. */
export function listsByTab(
  records: readonly SourceRecord[],
  layout: Layout,
): ReadonlyMap<Tab, readonly SourceRecord[]> {
  const topicLists = visibleLists(arrangeLists(records, layout), layout)
  const visible = new Map([...topicLists.values()].flat().map((record) => [record.id, record]))
  const popular = popularOf(records, layout).filter(({ id }) => visible.has(id))
  const starred = layout.starred.flatMap((id) => visible.get(id) ?? [])
  return new Map<Tab, readonly SourceRecord[]>([
    ['starred', starred],
    ...(popular.length === 0 ? [] : [['popular', popular] as const]),
    ...topicLists,
  ])
}

function popularOf(records: readonly SourceRecord[], layout: Layout): SourceRecord[] {
  return inUserOrder(records.slice(0, popularCount), layout)
}

function inUserOrder(records: readonly SourceRecord[], { order }: Layout): SourceRecord[] {
  const positions = new Map(order.map((id, place) => [id, place]))
  const positionOf = ({ id }: SourceRecord) => positions.get(id) ?? positions.size
  return records.toSorted((one, other) => positionOf(one) - positionOf(other))
}

/** The same without hidden lists, and without topics that have no visible list. */
function visibleLists(
  lists: ReadonlyMap<Topic, readonly SourceRecord[]>,
  layout: Layout,
): ReadonlyMap<Topic, readonly SourceRecord[]> {
  const hidden = new Set(layout.hidden)
  return new Map(
    [...lists].flatMap(([topic, records]) =>
      pairs(
        topic,
        records.filter(({ id }) => !hidden.has(id)),
      ),
    ),
  )
}

function pairs(topic: Topic, records: readonly SourceRecord[] = []): [Topic, readonly SourceRecord[]][] {
  return records.length === 0 ? [] : [[topic, records]]
}

function orderedTopics(layout: Layout): Topic[] {
  const customOrder = layout.topics.flatMap((topic) => topicOf(topic) ?? [])
  return [...new Set([...customOrder, ...topics])]
}

interface ListMove {
  readonly id: string
  readonly beforeId: string | undefined
  readonly tab: Tab | undefined
}

/** Returns what a move changes. Ids unknown to the server keep their position. */
function moveList(layout: Layout, records: readonly SourceRecord[], { id, beforeId, tab }: ListMove): Partial<Layout> {
  const column = records.find((record) => record.id === id)?.column
  const topicRow = column ? (arrangeLists(records, layout).get(column) ?? []) : []
  const listed = (tab === 'popular' ? popularOf(records, layout) : topicRow).map((record) => record.id)
  const row = tab === 'starred' ? layout.starred : listed
  if (!row.includes(id) || (beforeId !== undefined && !row.includes(beforeId))) return {}
  if (tab === 'starred') return { starred: moveBefore(row, id, beforeId) }
  return { order: moveBefore([...new Set([...layout.order, ...row])], id, beforeId) }
}

/** Returns the row with an entry moved before another, or to the end. */
function moveBefore<Entry>(row: readonly Entry[], entry: Entry, before: Entry | undefined): Entry[] {
  if (entry === before) return [...row]
  const others = row.filter((other) => other !== entry)
  const at = before === undefined ? others.length : others.indexOf(before)
  return others.toSpliced(at < 0 ? others.length : at, 0, entry)
}

function parseLayout(stored: unknown): Layout | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined
  const { order, hidden, topics: customTopics, starred } = { ...emptyLayout, ...stored }
  return { order: unique(order), hidden: unique(hidden), topics: unique(customTopics), starred: unique(starred) }
}

function unique(stored: unknown): string[] {
  return [...new Set(parseStrings(stored))]
}
