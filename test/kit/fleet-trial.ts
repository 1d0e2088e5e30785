// Puts a fleet under load through a fault: replicas must report it, keep answering, and recover soon after it.
import { expect } from 'vitest'
import { worksOf } from '../../standin/corpus/works.ts'
import { channels, type Replica, untilDegraded, untilWell } from './fleet.ts'
import type { Asked, Load } from './fleet-load.ts'

/** A fault and its repair. */
export interface Fault {
  readonly name: string
  begin(): Promise<unknown> | undefined
  end(): Promise<unknown> | undefined
  /** Expected log lines by replica. Default: none. */
  readonly says?: readonly (readonly [Replica, RegExp])[]
  /** The replica whose answers do not count during the fault. */
  readonly dead?: Replica
  /** Accepts further wrong answers: receives a request and its result. */
  readonly excuses?: (asked: Asked) => boolean
}

/** Number of requests that must start during each fault and be answered. */
const enough = 90
const enoughWithinMs = 60_000
const wellWithinMs = 60_000

export interface Trial {
  readonly replicas: readonly Replica[]
  readonly load: Load
}

/** Waits until `count` requests that started after this moment are answered. */
export async function moreAnswers({ asked }: Load, count = enough): Promise<void> {
  const from = Date.now()
  const answered = () => asked.filter(({ at }) => at >= from).length
  await expect.poll(answered, { timeout: enoughWithinMs, interval: 20 }).toBeGreaterThanOrEqual(count)
}

/** Runs one fault. @throws when an answer or a log line was not as required. */
export async function runFault(fault: Fault, trial: Trial): Promise<void> {
  const { replicas, load } = trial
  const from = Date.now()
  await fault.begin()
  await Promise.all((fault.says ?? []).map(([replica, what]) => untilDegraded(replica, what)))
  await moreAnswers(load)
  await fault.end()
  const ended = Date.now()
  await untilWell(replicas)
  await untilShared(trial, ended + wellWithinMs)
  await moreAnswers(load, replicas.length * 10)
  const during = load.asked.filter(({ at, ms }) => at + ms >= from)
  expect(problemsIn(during, fault), fault.name).toEqual([])
}

/** Describes the wrong answers, without those that the fault excuses. */
export function problemsIn(asked: readonly Asked[], { dead, excuses }: Partial<Fault> = {}): string[] {
  return asked
    .filter((one) => one.problem !== undefined && one.replica !== dead?.name && !excuses?.(one))
    .map(({ kind, replica, ms, problem }) => `${kind} of ${replica} after ${Math.round(ms)} ms: ${problem}`)
}

/** Words of the probes below; the load does not use them. */
const probes = worksOf(1)
  .map(({ title }) => title.slice(0, 2))
  .values()

/**
 * Waits until sharing works: for simultaneous searches each upstream is asked once, and all clients get the same
 * answer.
 */
async function untilShared({ replicas }: Trial, until: number): Promise<void> {
  for (;;) {
    const found = await sharing(replicas)
    if (found.length === 0) return
    if (Date.now() > until) expect(found, 'one ask for all').toEqual([])
  }
}

async function sharing(replicas: readonly Replica[]): Promise<string[]> {
  const kw = `probe ${probes.next().value ?? crypto.randomUUID()}`
  const path = `/api/search?${new URLSearchParams({ kw })}`
  const answers = await Promise.all(replicas.map(({ ask }) => ask(path)))
  expect(answers.map(({ status }) => status)).toEqual(replicas.map(() => 200))
  return channels.flatMap((channel) => {
    const count = askedFor(replicas, [`/${channel}?`, kw])
    return count === 1 ? [] : [`${channel} was asked ${count} times for ${kw}`]
  })
}

/** Warnings and errors that a replica logged since its last start. */
function complaintsOf({ program }: Replica) {
  const lines = program().output().split('\n')
  return {
    warnings: lines.filter((line) => line.startsWith('{"level":40')),
    errors: lines.filter((line) => /^\{"level":[56]0/.test(line) || !/^(?:\{|$)/.test(line)),
  }
}

/** Each fault is logged once when it begins, for reads and for writes, and not per request. */
export function expectFewWarnings(replicas: readonly Replica[], most: number): void {
  for (const replica of replicas) {
    const { warnings, errors } = complaintsOf(replica)
    expect(errors).toEqual([])
    expect(warnings.length, warnings.join('\n')).toBeLessThanOrEqual(most)
  }
}

/** Whether a replica lost Redis for a moment, as happens on a busy machine; it then asks and counts alone. */
export function wereAlone(replicas: readonly Replica[]): boolean {
  return replicas.some((replica) => complaintsOf(replica).warnings.some((line) => /Redis/.test(line)))
}

/** Requests per replica name. */
export type AsksBy = ReadonlyMap<string, number>

/**
 * Requests by address, without addresses that contain a word of `but`, such as forced searches and requests at start.
 */
export function asksByAddress(replicas: readonly Replica[], but: readonly string[] = []): Map<string, AsksBy> {
  const found = new Map<string, Map<string, number>>()
  for (const { name, standin } of replicas) {
    for (const { upstreamUrl } of standin.asked()) {
      const address = readable(upstreamUrl)
      if (address === startAddress || but.some((word) => address.includes(word))) continue
      const asks = found.get(address) ?? new Map<string, number>()
      asks.set(name, (asks.get(name) ?? 0) + 1)
      found.set(address, asks)
    }
  }
  return found
}

/** Requests of all replicas for addresses that contain all of these words. */
export function askedFor(replicas: readonly Replica[], words: readonly string[]): number {
  return replicas
    .flatMap(({ standin }) => standin.asked())
    .filter(({ upstreamUrl }) => words.every((word) => readable(upstreamUrl).includes(word))).length
}

/** Requests of all replicas together. */
function total(asks: AsksBy): number {
  return [...asks.values()].reduce((sum, count) => sum + count, 0)
}

/** Describes addresses with more requests than `most` in total. */
export function askedMoreThan(most: number, asks: ReadonlyMap<string, AsksBy>): string[] {
  return [...asks]
    .filter(([, by]) => total(by) > most)
    .map(([address, by]) => `${address}: ${[...by].map(([name, count]) => `${name} ${count}`).join(', ')}`)
}

/** Describes addresses with more requests than `most` by one replica. */
export function askedByOneMoreThan(most: number, asks: ReadonlyMap<string, AsksBy>): string[] {
  return [...asks].flatMap(([address, by]) =>
    [...by].filter(([, count]) => count > most).map(([name, count]) => `${address}: ${name} ${count}`),
  )
}

/** A service asks this address once at start. */
const startAddress = 'https://t.me/s/telegram'

function readable(address: string): string {
  return decodeURIComponent(address.replaceAll('+', ' '))
}
