// Places of which there are only so many over all replicas: attempts at one upstream host, checks of one cloud.
import { z } from 'zod'
import type { Events } from './events.ts'
import type { RedisLine } from './redis.ts'
import { releaseSlots, renewSlots, takeSlots } from './slots-scripts.ts'

export interface Slots {
  /**
   * A place of that name, of which there are `most`; gives what gives it back. While Redis cannot be used there is always one: what limits
   * this replica by itself comes before. Rejects with the reason of `signal`.
   */
  take(name: string, most: number, signal: AbortSignal): Promise<() => void>
  counts(): { readonly held: number; readonly waiting: number }
  /** Gives all places back. */
  close(): Promise<void>
}

export interface SlotsParts {
  readonly line: Pick<RedisLine, 'ask' | 'isUp' | 'onUp' | 'onDown'>
  readonly events: Pick<Events, 'announcement' | 'on'>
  /** What tells this replica from the others. */
  readonly id: string
  /** A number from 0 up to 1. */
  readonly random: () => number
}

/** The places of a replica that died are free again after so long. */
const leaseMs = 5_000
/** Twice may fail, and they are still renewed in time. */
const renewMs = 1_500
/** Who waits asks again after so long at the most: he may not have heard that one is free. */
const longestWaitMs = 40

const kind = 'slot-freed'
const freed = z.object({ name: z.string() })

/** The places of one name, as far as this replica has to do with them. */
interface Row {
  readonly name: string
  most: number
  readonly held: Set<string>
  readonly waiting: Waiter[]
  isAsking: boolean
  timer: NodeJS.Timeout | undefined
}

interface Waiter {
  grant(token: string): void
}

/** Makes places of which this replica has none. */
export function createSlots(parts: SlotsParts): Slots {
  const { line, events } = parts
  const rows = createRows()
  const renewals = createRenewals(line, rows.all)
  const release = ({ name }: Row, tokens: readonly string[]) =>
    line.ask((redis) => releaseSlots(redis, name, tokens, events.announcement(kind, { name })))
  const pump = createPump(parts, giveBack)

  function giveBack(row: Row, tokens: readonly string[]): void {
    for (const token of tokens) row.held.delete(token)
    void release(row, tokens)
    void pump(row).then(() => rows.tidy(row))
  }
  const pumpAll = () => {
    for (const row of rows.all()) void pump(row)
  }
  // Each asks once more, and hears that nobody can be asked.
  line.onDown(pumpAll)
  events.on(kind, freed, ({ name }) => {
    const row = rows.known(name)
    if (row) void pump(row)
  })
  return {
    async take(name, most, signal) {
      signal.throwIfAborted()
      const row = rows.of(name, most)
      renewals.begin()
      const token = await stand(row, signal, () => void pump(row).then(() => rows.tidy(row)))
      let isHeld = true
      return () => {
        if (isHeld) giveBack(row, [token])
        isHeld = false
      }
    },
    counts: rows.counts,
    async close() {
      renewals.end()
      await Promise.all(rows.all().map((row) => release(row, [...row.held])))
    },
  }
}

/** Makes a table of rows, in which only those stay in which somebody waits or has a place. */
function createRows() {
  const rows = new Map<string, Row>()
  const sum = (of: (row: Row) => number) => rows.values().reduce((all, row) => all + of(row), 0)
  return {
    all: () => [...rows.values()],
    known: (name: string) => rows.get(name),
    of(name: string, most: number): Row {
      const row = rows.get(name) ?? { name, most, held: new Set(), waiting: [], isAsking: false, timer: undefined }
      rows.set(name, row)
      row.most = most
      return row
    },
    tidy(row: Row): void {
      if (row.held.size === 0 && row.waiting.length === 0 && !row.isAsking) rows.delete(row.name)
    },
    counts: () => ({ held: sum(({ held }) => held.size), waiting: sum(({ waiting }) => waiting.length) }),
  }
}

/** Stands in the row until a place is given; `change` is called when somebody comes or leaves. */
function stand({ waiting }: Row, signal: AbortSignal, change: () => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      waiting.splice(waiting.indexOf(waiter), 1)
      reject(signal.reason)
      change()
    }
    const waiter = {
      grant(token: string) {
        signal.removeEventListener('abort', leave)
        resolve(token)
      },
    }
    signal.addEventListener('abort', leave, { once: true })
    waiting.push(waiter)
    change()
  })
}

/** Makes what asks for places for all who wait in a row, one question at a time; `giveBack` takes those that nobody waits for any more. */
function createPump({ line, id, random }: SlotsParts, giveBack: (row: Row, tokens: readonly string[]) => void) {
  let count = 0
  const newToken = () => {
    count += 1
    return `${id} ${count}`
  }

  function grant(row: Row, tokens: readonly string[]): void {
    const wanted = row.waiting.length
    for (const token of tokens) {
      row.held.add(token)
      row.waiting.shift()?.grant(token)
    }
    if (tokens.length > wanted) giveBack(row, tokens.slice(wanted))
  }

  return async function pump(row: Row): Promise<void> {
    if (row.isAsking) return
    clearTimeout(row.timer)
    while (row.waiting.length > 0) {
      const tokens = row.waiting.map(newToken)
      row.isAsking = true
      const given = await line.ask((redis) => takeSlots(redis, row.name, { most: row.most, leaseMs, me: id, tokens }))
      row.isAsking = false
      grant(row, tokens.slice(0, given ?? tokens.length))
      if (given === undefined || given === tokens.length || row.waiting.length === 0) continue
      row.timer = setTimeout(() => void pump(row), longestWaitMs * (0.5 + random() / 2))
      return
    }
  }
}

/** Makes what renews all that is held, and tells Redis of it again when it was away. */
function createRenewals(line: SlotsParts['line'], rows: () => readonly Row[]) {
  let timer: NodeJS.Timeout | undefined
  const end = () => {
    clearInterval(timer)
    timer = undefined
  }
  const renew = () => {
    const all = rows()
    if (all.length === 0) end()
    for (const { name, held } of all)
      if (held.size > 0) void line.ask((redis) => renewSlots(redis, name, leaseMs, [...held]))
  }
  line.onUp(renew)
  return {
    end,
    /** Something is about to be taken. */
    begin(): void {
      timer ??= setInterval(renew, renewMs).unref()
    },
  }
}
