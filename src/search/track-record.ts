// What is known of sources from lately asking them: how often they answer, how fast, and how many links they bring.
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Outcome } from '../upstream/source.ts'

/** What is counted of a source, each a mean in which the latest asks weigh most. */
interface Figures {
  /** The share of asks that were answered, 0 to 1. */
  readonly answered: number
  /** Time an ask took on the wire, in milliseconds. */
  readonly tookMs: number
  /** Links an answer brought. */
  readonly links: number
  /** Links of these that no other source had. */
  readonly own: number
}

/** What stands for a source nobody knows. */
type Average = Omit<Figures, 'own'> & Partial<Pick<Figures, 'own'>>

const saved = z.partialRecord(z.enum(['answered', 'tookMs', 'links', 'own']), z.number().min(0))

export interface TrackRecord {
  /** An ask of the source's upstream ended so, and brought so many links that answer its keyword. */
  heard(source: string, outcome: Outcome<unknown>, links?: number): void
  /** In a whole search its answer, given at that time, had so many links that no other source had. */
  alone(source: string, own: number, at: Date): void
  /** The sources, most promising first: who brings most links for the time it takes. Those that nobody knows stand where the average would. */
  inOrder<Source extends { readonly id: string }>(sources: readonly Source[]): Source[]
  /** New links to be expected of a source that is asked, and all links of one that answered. Of one nobody knows every link counts as new. */
  expected(source: string): { readonly newIfAsked: number; readonly ifAnswered: number }
  /** All of it as a text, for `takeUp`. */
  text(): string
  /**
   * Takes up what an earlier record, or that of another replica, gave as a text, in the place of what was taken up before; of a source
   * that was heard of here and is not kept yet, what was heard counts. What cannot be read is as good as nothing.
   */
  takeUp(text: string): void
  /**
   * What `text` gives now is about to be kept. Gives what is to be told whether it was; undefined when nothing was heard since what is kept.
   */
  handOver(): ((isKept: boolean) => void) | undefined
}

/** How much the latest ask counts against all before it. */
const latest = 0.2

/** Listed sources are some hundred and thirty; requests may name any channel. */
const most = 2_000

/** No answer takes less: a source that is quick because it is near would else go before all others however little it brings. */
const leastMs = 50

/** Makes a record of which nothing is known yet. */
export function createTrackRecord(): TrackRecord {
  const known = new LRUCache<string, Partial<Figures>>({ max: most })
  const seen = new LRUCache<string, number>({ max: most })
  const unkept = createUnkept()
  let average: Average | undefined
  const note = (source: string, seen: Partial<Figures>) => {
    const before = known.get(source) ?? {}
    const now = Object.fromEntries(Object.entries(seen).map(([name, value]) => [name, lately(before, name, value)]))
    known.set(source, { ...before, ...now })
    unkept.add(source)
    average = undefined
  }
  const usual = () => {
    average ??= averageOf([...known.values()])
    return average
  }

  return {
    heard(source, outcome, links) {
      const isFresh = outcome.state === 'fresh'
      // A breaker that is open says nothing of the source; what was found without asking anybody took no time.
      if ('failure' in outcome && outcome.failure?.kind === 'open') return
      const tookMs = outcome.tookMs ?? (isFresh && outcome.items.length > 0 ? 0 : undefined)
      if (tookMs === undefined) return
      note(source, { answered: isFresh ? 1 : 0, tookMs, ...(links === undefined ? {} : { links }) })
    },
    alone(source, own, at) {
      // Many searches may have been given the same answer.
      if (seen.get(source) === at.getTime()) return
      seen.set(source, at.getTime())
      note(source, { own })
    },
    inOrder(sources) {
      const promise = new Map(sources.map(({ id }) => [id, promiseOf({ ...usual(), ...known.peek(id) })]))
      return sources.toSorted((a, b) => (promise.get(b.id) ?? 0) - (promise.get(a.id) ?? 0))
    },
    expected(source) {
      const { answered, links, own = links } = { ...usual(), ...known.peek(source) }
      return { newIfAsked: answered * own, ifAnswered: links }
    },
    text: () => JSON.stringify(Object.fromEntries(known.rentries())),
    takeUp(text) {
      const ours = new Map([...known.entries()].filter(([source]) => unkept.has(source)))
      known.clear()
      for (const [source, figures] of new Map([...readSaved(text), ...ours])) known.set(source, figures)
      average = undefined
    },
    handOver: unkept.handOver,
  }
}

/** The sources that were heard of since what is kept. */
function createUnkept() {
  const make = () => new LRUCache<string, true>({ max: most })
  let fresh = make()
  let leaving = make()
  return {
    add: (source: string) => void fresh.set(source, true),
    has: (source: string) => fresh.has(source) || leaving.has(source),
    handOver() {
      if (fresh.size === 0) return undefined
      leaving = fresh
      fresh = make()
      return (isKept: boolean) => {
        for (const source of isKept ? [] : leaving.keys()) fresh.set(source, true)
        leaving = make()
      }
    },
  }
}

/** What of a saved text can be read, source by source. */
function readSaved(text: string): readonly (readonly [string, Partial<Figures>])[] {
  try {
    return Object.entries(z.looseObject({}).parse(JSON.parse(text))).flatMap(([source, value]) => {
      const { data } = saved.safeParse(value)
      return data ? [[source, data] as const] : []
    })
  } catch {
    return []
  }
}

function averageOf(all: readonly Partial<Figures>[]): Average {
  return {
    answered: mean(all.flatMap((one) => one.answered ?? [])) ?? 1,
    tookMs: mean(all.flatMap((one) => one.tookMs ?? [])) ?? leastMs,
    links: mean(all.flatMap((one) => one.links ?? [])) ?? 1,
  }
}

function lately(before: Readonly<Record<string, number>>, name: string, now: number): number {
  const old = before[name]
  return old === undefined ? now : old + latest * (now - old)
}

function mean(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Links a millisecond. */
function promiseOf({ answered, tookMs, links }: Average): number {
  return (answered * links) / Math.max(tookMs, leastMs)
}
