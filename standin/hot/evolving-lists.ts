// Makes living lists of samples: the same body, its items written again for the members of the moment.

import { createGbkEncoder } from '../gbk-encoder.ts'
import { charsetOf, type Reply, textOf } from '../mock-response.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { type Cut, cut, type Repeated } from './find-repeated.ts'
import { createHeadlines } from './headlines.ts'
import { fill, type Pattern, patternsOf, setClocks, type Values } from './item-template.ts'
import { type Life, type Member, membersAt } from './list-members.ts'
import type { Template } from './templates/template.ts'

/** A list that changes with time. */
export interface GrowingList {
  /** The reply at a step to whoever asks this address. */
  at(step: number, url?: URL): Reply
  /** The reply when nothing is in the list. */
  empty(url?: URL): Reply
}

/** The time that lists live in: step 0 is at `now`. */
export interface EvolutionStep {
  readonly seed: number
  readonly now: Date
  readonly stepMs: number
}

/** A member with what is written for it; which of a sample's items it looks like is decided by its serial number. */
interface Row {
  readonly serial: number
  readonly values: Values
}

function createRows(life: Life, { now, stepMs }: EvolutionStep): (step: number) => readonly Row[] {
  const firstNumber = createSeededRandom(life.seed, 'ids', life.list).whole(0, 999_999)
  const headlineOf = createHeadlines(life.seed, life.list)
  const rowAt = ({ serial, born, since, heat }: Member, position: number, nowMs: number): Row => ({
    serial,
    values: {
      headline: headlineOf(serial),
      number: (firstNumber + serial) % 1_000_000,
      heat,
      position,
      bornMs: now.getTime() + born * stepMs,
      atMs: now.getTime() + since * stepMs,
      nowMs,
    },
  })
  return (step) => {
    const nowMs = now.getTime() + step * stepMs
    return membersAt(life, step).map((member, position) => rowAt(member, position, nowMs))
  }
}

/** An item that is no member: it stays as it is, repeats the one before it, or is none of the sample's. */
interface Stranger {
  readonly at: number
  readonly write: (before: Row | undefined) => string
}

function strangersOf(items: readonly string[], { keep, echo, spots, planted = [] }: Template): readonly Stranger[] {
  const found = items.flatMap((text, at): readonly Stranger[] => {
    if (keep?.test(text)) return [{ at, write: () => text }]
    if (!echo?.test(text)) return []
    return patternsOf([text], spots).map((pattern) => ({
      at,
      write: (before) => (before ? fill(pattern, before.values) : text),
    }))
  })
  return [...found, ...planted.map(([at, text]): Stranger => ({ at, write: () => text }))].toSorted(
    (one, other) => one.at - other.at,
  )
}

/** Writes one repeated part. @throws TypeError when no item of the sample can be a member. */
function createPart(items: readonly string[], template: Template): (rows: readonly Row[]) => readonly string[] {
  const { keep, echo, spots, body } = template
  const patterns = patternsOf(
    items.filter((item) => !keep?.test(item) && !echo?.test(item)),
    spots,
  )
  if (patterns.length === 0) throw new TypeError(`${body} has no item that could be a member of a growing list`)
  const strangers = strangersOf(items, template)
  const patternOf = (serial: number): readonly Pattern[] =>
    patterns.slice(serial % patterns.length, (serial % patterns.length) + 1)
  return (rows) => {
    const written = rows.flatMap(({ serial, values }) => patternOf(serial).map((pattern) => fill(pattern, values)))
    for (const [before, { at, write }] of strangers.entries()) written.splice(at, 0, write(rows[at - before - 1]))
    return written
  }
}

function join({ head, gap, tail }: Cut, items: readonly string[]): string {
  return head + items.join(gap) + tail
}

/** Writes bodies in the charset of the sample. */
function encoderOf(sample: Reply): (text: string) => Uint8Array {
  return /^gb/i.test(charsetOf(sample)) ? createGbkEncoder() : (text) => Buffer.from(text)
}

/** How many members the address asks for. */
function amountIn({ limit, size = 30 }: Template, url: URL | undefined): number {
  if (limit === undefined || url === undefined) return size
  const amount = Number(url.searchParams.get(limit.by))
  return Number.isInteger(amount) && amount >= 1 && amount <= limit.most ? amount : limit.otherwise
}

/** Says again what the parameters were, which are words: nothing else is written into a body. */
function sayAgain(text: string, { saidAgain = {} }: Template, url: URL | undefined): string {
  return Object.entries(saidAgain).reduce((whole, [name, where]) => {
    const value = url?.searchParams.get(name) ?? ''
    if (!/^[\p{L}\p{N}_]{1,64}$/u.test(value)) return whole
    return whole.replaceAll(new RegExp(where, 'g'), (said: string, old: string) => said.replace(old, value))
  }, text)
}

/** Makes one of the lists that look like a sample; `alike` tells it from the others, and each has members of its own. */
export type ListEvolution = (era: EvolutionStep, alike?: string) => GrowingList

/**
 * Living lists with the sample as their pattern; `like` is the sample whose items are taken when this one has none.
 * @throws TypeError when the template does not fit the sample.
 */
export function createListEvolution(template: Template, sample: Reply, like: Reply = sample): ListEvolution {
  const { body, membersOf = body, order = 'hottest', size = 30, repeated, clocks = [] } = template
  const encode = encoderOf(sample)
  const write = (items: (part: Cut, where: Repeated) => readonly string[], nowMs: number, url?: URL): Reply => {
    // Each part is cut out of what the part before it has left, so that both can stand in one body.
    const text = repeated.reduce((whole, where) => {
      const part = cut(whole, where)
      return join(part, items(part, where))
    }, textOf(sample))
    return { ...sample, body: encode(setClocks(sayAgain(text, template, url), clocks, nowMs)) }
  }
  const parts = new Map(repeated.map((where) => [where, createPart(cut(textOf(like), where).items, template)]))
  return (era, alike) => {
    const list = alike === undefined ? membersOf : `${membersOf} (${alike})`
    const rowsAt = createRows({ seed: era.seed, list, order, size }, era)
    return {
      at(step, url) {
        const rows = rowsAt(step).slice(0, amountIn(template, url))
        return write((_part, where) => parts.get(where)?.(rows) ?? [], era.now.getTime() + step * era.stepMs, url)
      },
      empty: (url) => write(() => [], era.now.getTime(), url),
    }
  }
}
