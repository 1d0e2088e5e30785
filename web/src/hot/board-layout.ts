// The user's board layout, stored in the browser: order of lists and topics, hidden lists.
import type { ReadonlySignal } from '@preact/signals'
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { type BrowserStorage, createPersistentSignal, parseStrings } from '../persistent-signal.ts'
import { type Topic, topicOf, topics } from './topics.ts'

/** The stored layout. Ids unknown to the server stay in it and have no effect. */
export interface Layout {
  /** Lists in the user's order; others follow in the server's order. */
  readonly order: readonly string[]
  readonly hidden: readonly string[]
  /** Topics in the user's order; others follow in the default order. */
  readonly topics: readonly string[]
}

/** Changes the layout; every change is applied and stored at once. */
export interface LayoutControl {
  readonly layout: ReadonlySignal<Layout>
  /** Moves a list before another of its topic, or to the end of the topic. Unknown ids are ignored. */
  move(id: string, beforeId: string | undefined): void
  hide(...ids: string[]): void
  show(...ids: string[]): void
  /** Moves a topic before another, or to the end. */
  moveTopic(topic: Topic, before: Topic | undefined): void
  reset(): void
}

const defaultLayout: Layout = { order: [], hidden: [], topics: [] }

/** Creates the layout. `records` returns the server's lists in its order; read on each move. */
export function createLayout(
  storage: BrowserStorage | undefined,
  records: () => readonly SourceRecord[],
): LayoutControl {
  const stored = createPersistentSignal(storage, 'hot.layout', parseLayout, defaultLayout)
  const change = (part: Partial<Layout>) => stored.set({ ...stored.value, ...part })
  return {
    layout: stored.signal,
    move: (id, beforeId) => change({ order: moveList(stored.value, records(), id, beforeId) }),
    hide: (...ids) => change({ hidden: [...new Set([...stored.value.hidden, ...ids])] }),
    show: (...ids) => change({ hidden: stored.value.hidden.filter((id) => !ids.includes(id)) }),
    moveTopic: (topic, before) => change({ topics: moveBefore(orderedTopics(stored.value), topic, before) }),
    reset: () => stored.set(defaultLayout),
  }
}

/**
 * All lists by topic, hidden ones included, in the user's order of topics and lists. Topics without lists are omitted.
 */
export function arrangeLists(
  records: readonly SourceRecord[],
  layout: Layout,
): ReadonlyMap<Topic, readonly SourceRecord[]> {
  const positions = new Map(layout.order.map((id, place) => [id, place]))
  const positionOf = ({ id }: SourceRecord) => positions.get(id) ?? positions.size
  const sorted = records.toSorted((one, other) => positionOf(one) - positionOf(other))
  const byTopic = Map.groupBy(sorted, ({ column }) => column)
  return new Map(orderedTopics(layout).flatMap((topic) => pairs(topic, byTopic.get(topic))))
}

/** The same without hidden lists, and without topics that have no visible list. */
export function visibleLists(
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

/** Returns the order with one list moved. Ids unknown to the server keep their position. */
function moveList(
  layout: Layout,
  records: readonly SourceRecord[],
  id: string,
  beforeId: string | undefined,
): readonly string[] {
  const column = records.find((record) => record.id === id)?.column
  const row = column ? (arrangeLists(records, layout).get(column) ?? []).map((record) => record.id) : []
  if (!row.includes(id) || (beforeId !== undefined && !row.includes(beforeId))) return layout.order
  return moveBefore([...new Set([...layout.order, ...row])], id, beforeId)
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
  const { order, hidden, topics: customTopics } = { order: [], hidden: [], topics: [], ...stored }
  return { order: unique(order), hidden: unique(hidden), topics: unique(customTopics) }
}

function unique(stored: unknown): string[] {
  return [...new Set(parseStrings(stored))]
}
