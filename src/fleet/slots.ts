// Distributed semaphore: limits attempts per upstream host, and checks per cloud, across all replicas.
import { z } from 'zod'
import type { Events } from './events.ts'
import type { RedisLine } from './redis.ts'
import { releaseSlots, renewSlots, takeSlots } from './slots-scripts.ts'

export interface Slots {
  /**
   * Acquires one of `most` permits of that name; resolves to the function that releases it. While Redis is unavailable
   * every call succeeds, because local limits still apply. Rejects with the reason of `signal`.
   */
  take(name: string, most: number, signal: AbortSignal): Promise<() => void>
  counts(): { readonly held: number; readonly waiting: number }
  /** Releases all permits. */
  close(): Promise<void>
}

export interface SlotsParts {
  readonly line: Pick<RedisLine, 'ask' | 'isUp' | 'onUp' | 'onDown'>
  readonly events: Pick<Events, 'announcement' | 'on'>
  /** Unique id of this replica. */
  readonly id: string
  /** Returns a number in [0, 1). */
  readonly random: () => number
}

/** Permits of a dead replica expire after this time. */
const leaseMs = 5_000
/** Two renewals in a row may fail before the permits expire. */
const renewMs = 1_500
/** Maximum poll interval while waiting, because a release message may be lost. */
const longestWaitMs = 40

const kind = 'slot-freed'
const freed = z.object({ name: z.string() })

/** The permits of one name that concern this replica. */
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

/** Creates the semaphore. */
export function createSlots(parts: SlotsParts): Slots {
  const { line, events } = parts
  const rows = createRows()
  const renewals = createRenewals(line, rows.all)
  const release = ({ name }: Row, tokens: readonly string[]) =>
    line.ask((commands) => releaseSlots(commands, name, tokens, events.announcement(kind, { name })))
  const pump = createPump(parts, giveBack)

  function giveBack(row: Row, tokens: readonly string[]): void {
    for (const token of tokens) row.held.delete(token)
    void release(row, tokens)
    void pump(row).then(() => rows.tidy(row))
  }
  const pumpAll = () => {
    for (const row of rows.all()) void pump(row)
  }
  // Each waiter asks once more and learns that Redis is unavailable.
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

/** Creates the table of names; a name without waiters and permits is removed. */
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

/** Queues until a permit is granted; `change` is called when a waiter is added or removed. */
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

/**
 * Creates the function that requests permits for all waiters of a name, one call at a time; `giveBack` gets permits
 * that are no longer needed.
 */
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
      const given = await line.ask((commands) =>
        takeSlots(commands, row.name, { most: row.most, leaseMs, me: id, tokens }),
      )
      row.isAsking = false
      grant(row, tokens.slice(0, given ?? tokens.length))
      if (given === undefined || given === tokens.length || row.waiting.length === 0) continue
      row.timer = setTimeout(() => void pump(row), longestWaitMs * (0.5 + random() / 2))
      return
    }
  }
}

/** Creates the timer that renews held permits, and restores them after Redis was unavailable. */
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
      if (held.size > 0) void line.ask((commands) => renewSlots(commands, name, leaseMs, [...held]))
  }
  line.onUp(renew)
  return {
    end,
    /** Starts the timer before a permit is acquired. */
    begin(): void {
      timer ??= setInterval(renew, renewMs).unref()
    },
  }
}
