// A fleet under load goes through a fault: it must say so soon, go on meanwhile, and be well again soon after it.
import { expect } from 'vitest'
import { worksOf } from '../../standin/corpus/works.ts'
import { channels, type Replica, untilDegraded, untilWell } from './fleet.ts'
import type { Asked, Load } from './fleet-load.ts'
import { askedFor } from './upstream-asks.ts'

/** Something that goes wrong, and is put right. */
export interface Fault {
  readonly name: string
  begin(): Promise<unknown> | undefined
  end(): Promise<unknown> | undefined
  /** What is to be said of it, and by whom; nothing unless given. */
  readonly says?: readonly (readonly [Replica, RegExp])[]
  /** Whose answers do not count meanwhile. */
  readonly dead?: Replica
  /** What else may be as it should not, that is: a request and what came of it. */
  readonly excuses?: (asked: Asked) => boolean
}

/** How a fault went, times in milliseconds. */
export interface Gone {
  readonly name: string
  readonly saidMs: number
  readonly wellMs: number
  readonly requests: number
  /** Of what is answered, and of what is changed. */
  readonly slowestMs: number
  readonly slowestChangeMs: number
}

/** So many requests are begun during each fault, and answered. */
const enough = 90
const enoughWithinMs = 30_000
const saidWithinMs = 3_000
const wellWithinMs = 10_000

export interface Trial {
  readonly replicas: readonly Replica[]
  readonly load: Load
}

/** Waits until the load has had so many more answers to requests that it began after this moment. */
export async function moreAnswers({ asked }: Load, count = enough): Promise<void> {
  const from = Date.now()
  const answered = () => asked.filter(({ at }) => at >= from).length
  await expect.poll(answered, { timeout: enoughWithinMs, interval: 20 }).toBeGreaterThanOrEqual(count)
}

/** Lets them go through it. @throws when something was not as it should be. */
export async function undergo(fault: Fault, trial: Trial): Promise<Gone> {
  const { replicas, load } = trial
  const from = Date.now()
  await fault.begin()
  const begun = Date.now()
  await Promise.all((fault.says ?? []).map(([replica, what]) => untilDegraded(replica, what, saidWithinMs)))
  const saidMs = Date.now() - begun
  await moreAnswers(load)
  await fault.end()
  const ended = Date.now()
  await untilWell(replicas, wellWithinMs)
  await untilShared(trial, ended + wellWithinMs)
  const wellMs = Date.now() - ended
  await moreAnswers(load, replicas.length * 10)
  const during = load.asked.filter(({ at, ms }) => at + ms >= from)
  expect(problemsIn(during, fault), fault.name).toEqual([])
  const [changes, answers] = [during.filter(isChange), during.filter((one) => !isChange(one))]
  const slowest = { slowestMs: slowestOf(answers), slowestChangeMs: slowestOf(changes) }
  return { name: fault.name, saidMs, wellMs, requests: during.length, ...slowest }
}

function isChange({ kind }: Asked): boolean {
  return kind === 'change'
}

function slowestOf(asked: readonly Asked[]): number {
  return Math.round(Math.max(0, ...asked.map(({ ms }) => ms)))
}

/** What was not as it should be, in words, leaving out what a fault excuses. */
export function problemsIn(asked: readonly Asked[], { dead, excuses }: Partial<Fault> = {}): string[] {
  return asked
    .filter((one) => one.problem !== undefined && one.replica !== dead?.name && !excuses?.(one))
    .map(({ kind, replica, ms, problem }) => `${kind} of ${replica} after ${Math.round(ms)} ms: ${problem}`)
}

/** The words of the probes below: nobody else asks for them. */
const probes = worksOf(1)
  .map(({ title }) => title.slice(0, 2))
  .values()

/** Sharing goes on: what all ask for at the same time, each upstream is asked for once, and all get the same. */
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

/** What a replica has logged above the ordinary since it was started last: warnings, and errors of ours. */
export function complaintsOf({ program }: Replica): { readonly warnings: string[]; readonly errors: string[] } {
  const lines = program().output().split('\n')
  return {
    warnings: lines.filter((line) => line.startsWith('{"level":40')),
    errors: lines.filter((line) => /^\{"level":[56]0/.test(line) || !/^(?:\{|$)/.test(line)),
  }
}

/** Has Redis seemed away to one of them? On a machine that is very busy it may for a moment, and who is alone asks and counts alone. */
export function wereAlone(replicas: readonly Replica[]): boolean {
  return replicas.some((replica) => complaintsOf(replica).warnings.some((line) => /Redis/.test(line)))
}

/** A line for each fault, for who reads the test's output. */
export function toldOf(gone: readonly Gone[]): string {
  return gone
    .map(
      ({ name, saidMs, wellMs, requests, slowestMs, slowestChangeMs }) =>
        `  ${name}: said after ${saidMs} ms, well ${wellMs} ms after its end; ` +
        `${requests} requests, the slowest ${slowestMs} ms, the slowest change ${slowestChangeMs} ms`,
    )
    .join('\n')
}
