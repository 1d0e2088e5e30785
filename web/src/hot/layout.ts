// How a reader has laid out the board: the order of lists and topics, and what is hidden. Kept in the browser.
import type { ReadonlySignal } from '@preact/signals'
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { createKept, type Shelf, texts } from '../kept.ts'
import { type Topic, topicOf, topics } from './topics.ts'

/** As it is kept. Ids the service does not have, or not at the moment, stay in it and mean nothing. */
export interface Layout {
  /** Lists in the reader's own order; others follow in the service's order. */
  readonly order: readonly string[]
  readonly hidden: readonly string[]
  /** Topics in the reader's own order; others follow in ours. */
  readonly topics: readonly string[]
}

/** Changes it. All take effect, and are kept, at once. */
export interface LayoutControl {
  readonly layout: ReadonlySignal<Layout>
  /** Puts a list before another of its topic; at the end of its topic without one. What it does not know changes nothing. */
  move(id: string, beforeId: string | undefined): void
  hide(...ids: string[]): void
  show(...ids: string[]): void
  /** Puts a topic before another; at the end without one. */
  moveTopic(topic: Topic, before: Topic | undefined): void
  reset(): void
}

const untouched: Layout = { order: [], hidden: [], topics: [] }

/** Makes it. `records` says which lists the service has, in its order, at the moment something is moved. */
export function createLayout(shelf: Shelf | undefined, records: () => readonly SourceRecord[]): LayoutControl {
  const kept = createKept(shelf, 'hot.layout', readLayout, untouched)
  const change = (part: Partial<Layout>) => kept.set({ ...kept.value, ...part })
  return {
    layout: kept.signal,
    move: (id, beforeId) => change({ order: moved(kept.value, records(), id, beforeId) }),
    hide: (...ids) => change({ hidden: [...new Set([...kept.value.hidden, ...ids])] }),
    show: (...ids) => change({ hidden: kept.value.hidden.filter((id) => !ids.includes(id)) }),
    moveTopic: (topic, before) => change({ topics: placed(orderedTopics(kept.value), topic, before) }),
    reset: () => kept.set(untouched),
  }
}

/**
 * All lists by topic, in the reader's order of topics and of lists, those that are hidden too. Topics without a list are left out.
 */
export function arranged(
  records: readonly SourceRecord[],
  layout: Layout,
): ReadonlyMap<Topic, readonly SourceRecord[]> {
  const places = new Map(layout.order.map((id, place) => [id, place]))
  const placeOf = ({ id }: SourceRecord) => places.get(id) ?? places.size
  const sorted = records.toSorted((one, other) => placeOf(one) - placeOf(other))
  const byTopic = Map.groupBy(sorted, ({ column }) => column)
  return new Map(orderedTopics(layout).flatMap((topic) => pairs(topic, byTopic.get(topic))))
}

/** The same without the lists that are hidden, and without topics of which nothing is left. */
export function shownOnly(
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
  const own = layout.topics.flatMap((topic) => topicOf(topic) ?? [])
  return [...new Set([...own, ...topics])]
}

/** The order with one list elsewhere. What the service does not have keeps its place between the others. */
function moved(
  layout: Layout,
  records: readonly SourceRecord[],
  id: string,
  beforeId: string | undefined,
): readonly string[] {
  const column = records.find((record) => record.id === id)?.column
  const row = column ? (arranged(records, layout).get(column) ?? []).map((record) => record.id) : []
  if (!row.includes(id) || (beforeId !== undefined && !row.includes(beforeId))) return layout.order
  return placed([...new Set([...layout.order, ...row])], id, beforeId)
}

/** A row with one entry before another, or at the end. */
function placed<Entry>(row: readonly Entry[], entry: Entry, before: Entry | undefined): Entry[] {
  if (entry === before) return [...row]
  const others = row.filter((other) => other !== entry)
  const at = before === undefined ? others.length : others.indexOf(before)
  return others.toSpliced(at < 0 ? others.length : at, 0, entry)
}

function readLayout(stored: unknown): Layout | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined
  const { order, hidden, topics: own } = { order: [], hidden: [], topics: [], ...stored }
  return { order: unique(order), hidden: unique(hidden), topics: unique(own) }
}

function unique(stored: unknown): string[] {
  return [...new Set(texts(stored))]
}
