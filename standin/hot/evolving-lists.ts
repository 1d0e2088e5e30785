// Builds growing lists from samples: the same body, with its items rewritten for the members of a step.
import { charsetOf, type Reply, textOf } from '../mock-response.ts'
import { createGbkEncoder } from '../response-encoding.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { type Cut, cut } from './find-items.ts'
import { createHappenings, createHeadlines } from './headlines.ts'
import { fill, type Item, type Pattern, patternsOf, setClocks, type Values } from './item-template.ts'
import { type Life, type Member, membersAt } from './list-members.ts'
import type { Template } from './template.ts'

/** A list that changes over time. */
export interface GrowingList {
  /** The reply at a step for this URL. */
  at(step: number, url?: URL): Reply
  /** The reply of an empty list. */
  empty(url?: URL): Reply
}

/** The time base of growing lists: step 0 is at `now`. */
export interface EvolutionStep {
  readonly seed: number
  readonly now: Date
  readonly stepMs: number
}

/** A member and its text; its serial number selects the sample item used as template. */
interface Row {
  readonly serial: number
  readonly values: Values
}

function createRows(life: Life, { now, stepMs }: EvolutionStep): (step: number) => readonly Row[] {
  const firstNumber = createSeededRandom(life.seed, 'ids', life.list).whole(0, 999_999)
  const headlineOf = createHeadlines(life.seed, life.list)
  const happeningsOf = createHappenings(life)
  const rowAt = ({ serial, since, heat }: Member, nowMs: number, title?: string): Row => ({
    serial,
    values: {
      headline: { ...headlineOf(serial), ...(title && { title }) },
      number: (firstNumber + serial) % 1_000_000,
      heat,
      atMs: now.getTime() + since * stepMs,
      nowMs,
    },
  })
  return (step) => {
    const nowMs = now.getTime() + step * stepMs
    const members = membersAt(life, step)
    const titles = happeningsOf(members)
    return members.map((member) => rowAt(member, nowMs, titles.get(member.serial)))
  }
}

/** Creates the writer of the items. @throws TypeError when no item of the sample can be a member. */
function createItems(items: readonly string[], template: Template): (rows: readonly Row[]) => readonly string[] {
  const { spots, body } = template
  const patterns = patternsOf(
    items.flatMap((text): Item[] => {
      const own = spots.get(text)
      return own ? [[text, own]] : []
    }),
  )
  if (patterns.length === 0) throw new TypeError(`${body} has no item that could be a member of a growing list`)
  const unchanged = items.flatMap((text, at) => (spots.has(text) ? [] : [[at, text] as const]))
  const patternOf = (serial: number): readonly Pattern[] =>
    patterns.slice(serial % patterns.length, (serial % patterns.length) + 1)
  return (rows) => {
    const written = rows.flatMap(({ serial, values }) => patternOf(serial).map((pattern) => fill(pattern, values)))
    for (const [at, text] of unchanged) written.splice(at, 0, text)
    return written
  }
}

function join({ head, gap, tail }: Cut, items: readonly string[]): string {
  return head + items.join(gap) + tail
}

/** Encodes bodies in the charset of the sample. */
function encoderOf(sample: Reply): (text: string) => Uint8Array {
  return /^gb/i.test(charsetOf(sample)) ? createGbkEncoder() : (text) => Buffer.from(text)
}

/** Creates a list with the form of a sample; each value of `alike` gives a list with different members. */
export type ListEvolution = (era: EvolutionStep, alike?: string) => GrowingList

/** Creates growing lists with the sample as template. @throws TypeError when the template does not fit the sample. */
export function createListEvolution(template: Template, sample: Reply): ListEvolution {
  const { body, membersOf = body, order = 'hottest', size = 30, spans, clocks = [] } = template
  const encode = encoderOf(sample)
  const parts = cut(textOf(sample), spans)
  const itemsFor = createItems(parts.items, template)
  const write = (items: readonly string[], nowMs: number): Reply => {
    return { ...sample, body: encode(setClocks(join(parts, items), clocks, nowMs)) }
  }
  return (era, alike) => {
    const list = alike === undefined ? membersOf : `${membersOf} (${alike})`
    const rowsAt = createRows({ seed: era.seed, list, order, size }, era)
    return {
      at: (step) => write(itemsFor(rowsAt(step)), era.now.getTime() + step * era.stepMs),
      empty: () => write([], era.now.getTime()),
    }
  }
}
