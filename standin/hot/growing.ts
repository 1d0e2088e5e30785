// Makes living lists of samples: the same body, its items written again for the members of the moment.
import { type Reply, textOf } from '../answer.ts'
import { createChance } from '../chance.ts'
import { createGbkEncoder } from '../gbk.ts'
import { type Life, type Member, membersAt } from './list-time.ts'
import { fill, type Pattern, patternsOf, type Values } from './pattern.ts'
import { type Cut, cut, type Repeated } from './repeated.ts'
import type { Template } from './template.ts'
import { headlineOf } from './words.ts'

/** A list that changes with time. */
export interface GrowingList {
  /** The reply at a step. */
  at(step: number): Reply
  /** The reply when nothing is in the list. */
  empty(): Reply
}

/** The time that lists live in: step 0 is at `now`. */
export interface Era {
  readonly seed: number
  readonly now: Date
  readonly stepMs: number
}

/** A member with what is written for it; which of a sample's items it looks like is decided by its serial number. */
interface Row {
  readonly serial: number
  readonly values: Values
}

function rowsAt(life: Life, { now, stepMs }: Era, step: number): readonly Row[] {
  const firstNumber = createChance(life.seed, 'ids', life.list).whole(0, 999_999)
  const nowMs = now.getTime() + step * stepMs
  return membersAt(life, step).map(({ serial, born, since, heat }: Member, position) => ({
    serial,
    values: {
      headline: headlineOf(life.seed, life.list, serial),
      number: (firstNumber + serial) % 1_000_000,
      heat,
      position,
      bornMs: now.getTime() + born * stepMs,
      atMs: now.getTime() + since * stepMs,
      nowMs,
    },
  }))
}

/** An item that is no member: it stays as it is, or repeats the one before it. */
interface Stranger {
  readonly at: number
  readonly write: (before: Row | undefined) => string
}

function strangersOf(items: readonly string[], { keep, echo, spots }: Template): readonly Stranger[] {
  return items.flatMap((text, at): readonly Stranger[] => {
    if (keep?.test(text)) return [{ at, write: () => text }]
    if (!echo?.test(text)) return []
    return patternsOf([text], spots).map((pattern) => ({
      at,
      write: (before) => (before ? fill(pattern, before.values) : text),
    }))
  })
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
function encoderOf({ headers }: Reply): (text: string) => Uint8Array {
  const isChinese = /charset=gb/i.test(String(headers['content-type']))
  return isChinese ? createGbkEncoder() : (text) => Buffer.from(text)
}

/**
 * A living list with the sample as its pattern; `like` is the sample whose items are taken when this one has none.
 * @throws TypeError when the template does not fit the sample.
 */
export function createGrowingList(template: Template, sample: Reply, era: Era, like: Reply = sample): GrowingList {
  const { body, membersOf = body, order = 'hottest', size = 30, repeated } = template
  const life = { seed: era.seed, list: membersOf, order, size }
  const encode = encoderOf(sample)
  const write = (items: (part: Cut, where: Repeated) => readonly string[]): Reply => {
    // Each part is cut out of what the part before it has left, so that both can stand in one body.
    const text = repeated.reduce((whole, where) => {
      const part = cut(whole, where)
      return join(part, items(part, where))
    }, textOf(sample))
    return { ...sample, body: encode(text) }
  }
  const parts = new Map(repeated.map((where) => [where, createPart(cut(textOf(like), where).items, template)]))
  return {
    at(step) {
      const rows = rowsAt(life, era, step)
      return write((_part, where) => parts.get(where)?.(rows) ?? [])
    },
    empty: () => write(() => []),
  }
}
