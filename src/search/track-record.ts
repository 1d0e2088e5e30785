// Track record of sources: moving averages of success rate, duration and links per answer.
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Outcome } from '../upstream/source.ts'

/** Exponential moving averages of a source. */
interface Figures {
  /** Success rate, 0 to 1. */
  readonly answered: number
  /** Duration of an ask's requests, in milliseconds. */
  readonly tookMs: number
  /** Links per answer. */
  readonly links: number
  /** Those links that no other source had. */
  readonly own: number
}

/** The values assumed for an unknown source. */
type Average = Omit<Figures, 'own'> & Partial<Pick<Figures, 'own'>>

const saved = z.partialRecord(z.enum(['answered', 'tookMs', 'links', 'own']), z.number().min(0))

export interface TrackRecord {
  /** Records the outcome of an ask and the number of links that match its keyword. */
  heard(source: string, outcome: Outcome<unknown>, links?: number): void
  /** Records how many links of an answer, given at that time, no other source of a complete search had. */
  alone(source: string, own: number, at: Date): void
  /** Sorts sources by expected links per millisecond, best first. Unknown sources rank as the average. */
  inOrder<Source extends { readonly id: string }>(sources: readonly Source[]): Source[]
  /** Expected new links if the source is asked, and all links if it answered. For a source without data every link counts as new. */
  expected(source: string): { readonly newIfAsked: number; readonly ifAnswered: number }
  /** Serializes the record for `takeUp`. */
  text(): string
  /**
   * Loads a record serialized earlier or by another replica, replacing what was loaded before. Sources with unsaved local values keep
   * them. Unreadable text is ignored.
   */
  takeUp(text: string): void
  /** Begins a save of `text`; call the result with whether it succeeded. Returns undefined if nothing changed since the last save. */
  handOver(): ((isKept: boolean) => void) | undefined
}

/** Weight of the latest ask in the moving average. */
const latest = 0.2

/** About 130 sources are listed; requests may name any channel. */
const most = 2_000

/** Lower bound of the duration: otherwise a nearby source would rank first however few links it has. */
const leastMs = 50

/** Creates an empty track record. */
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
      // An open breaker says nothing about the source; results found without a request took no time.
      if ('failure' in outcome && outcome.failure?.kind === 'open') return
      const tookMs = outcome.tookMs ?? (isFresh && outcome.items.length > 0 ? 0 : undefined)
      if (tookMs === undefined) return
      note(source, { answered: isFresh ? 1 : 0, tookMs, ...(links === undefined ? {} : { links }) })
    },
    alone(source, own, at) {
      // Several searches may have used the same answer.
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

/** Tracks the sources with unsaved changes. */
function createUnkept() {
  const make = () => new LRUCache<string, true>({ max: most })
  let fresh = make()
  let leaving = make()
  return {
    add(source: string) {
      fresh.set(source, true)
    },
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

/** Parses a saved text, skipping invalid sources. */
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

/** Expected links per millisecond. */
function promiseOf({ answered, tookMs, links }: Average): number {
  return (answered * links) / Math.max(tookMs, leastMs)
}
