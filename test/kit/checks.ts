// Checks of links before clouds that a function stands for; all else is real, and time is what fake timers make of it.
import { pino } from 'pino'
import { onTestFinished, vi } from 'vitest'
import type { CheckItem, CheckResult } from '../../src/contract/check.ts'
import { createMetrics } from '../../src/observability/metrics.ts'
import type { CheckedShare, CheckLimits, CheckVerdict, CloudCheck } from '../../src/search/checks/check.ts'
import { createLinkHealthCache } from '../../src/search/checks/health-cache.ts'
import { createLinkChecker, type LinkCheckerDeps } from '../../src/search/checks/link-checker.ts'
import { createMemoryAnswers } from '../../src/store/memory/memory-answers.ts'
import type { Transport } from '../../src/upstream/net/transport.ts'
import { createUpstream } from '../../src/upstream/upstream.ts'
import { makeShelf } from './wire.ts'

/** What a cloud was asked, and when (milliseconds from the beginning). */
interface Asked extends CheckedShare {
  readonly cloud: string
  readonly atMs: number
}

/** What stands for a cloud: gives its verdict, or throws. */
export type Cloud = (share: CheckedShare) => Promise<CheckVerdict>

interface Options extends Partial<Pick<LinkCheckerDeps, 'bans' | 'room' | 'checks'>> {
  readonly manners?: CheckLimits
  readonly send?: Transport['send']
}

export const start = Date.UTC(2026, 10, 21)

/** Everything is there. */
export async function allThere(): Promise<CheckVerdict> {
  return { state: 'ok', summary: 'it is there' }
}

/** Takes so long, in milliseconds, and gives that. */
export function slow(ms: number, verdict: CheckVerdict = { state: 'ok', summary: 'it is there' }): Cloud {
  return () => new Promise((resolve) => setTimeout(() => resolve(verdict), ms))
}

/** Makes checks of these clouds. From now to the end of the test timers are fake. */
export function makeChecks(clouds: Readonly<Record<string, Cloud>>, options: Options = {}) {
  vi.useFakeTimers({ now: start })
  onTestFinished(() => void vi.useRealTimers())
  return checksInRealTime(clouds, options)
}

/** The same without fake timers. */
export function checksInRealTime(clouds: Readonly<Record<string, Cloud>>, options: Options = {}) {
  const { manners = { parallel: 2, spacingMs: 0 }, send, ...own } = options
  const asked: Asked[] = []
  const check = (cloud: string, answer: Cloud): CloudCheck => ({
    home: `https://${cloud}.test/`,
    manners,
    ask(share) {
      asked.push({ cloud, ...share, atMs: Date.now() - start })
      return answer(share)
    },
  })
  const metrics = createMetrics()
  const upstream = createUpstream({
    transport: { send: send ?? unexpected, close: async () => undefined },
    answers: createMemoryAnswers(10_000_000, Date.now),
    fileStorage: makeShelf(),
    metrics,
    log: pino({ level: 'warn' }, { write: unexpected }),
    epochMs: Date.now,
    random: () => 0,
  })
  const book = createLinkHealthCache({ epochMs: Date.now })
  const all = new Map(Object.entries(clouds).map(([cloud, answer]) => [cloud, check(cloud, answer)]))
  const checks = createLinkChecker({ checks: all, upstream, book, metrics, epochMs: Date.now, ...own })
  const ask = (items: readonly (Partial<CheckItem> | string)[], deadlineMs = 10_000, signal = neverLeft()) =>
    checks.check(items.map(itemOf), { deadlineMs, signal })
  return { checks, ask, asked, book, metrics }
}

function itemOf(item: Partial<CheckItem> | string): CheckItem {
  const empty = { disk_type: '', url: '', password: '' }
  return typeof item === 'string' ? { ...empty, url: item } : { ...empty, ...item }
}

function neverLeft(): AbortSignal {
  return new AbortController().signal
}

function unexpected(...what: readonly unknown[]): never {
  throw new Error(`nothing of that kind should happen here: ${JSON.stringify(what)}`)
}

/** Lets time pass until the promise is settled, in steps of a tenth of a second. */
export async function inTime<T>(promise: Promise<T>): Promise<T> {
  let isSettled = false
  const settle = () => {
    isSettled = true
  }
  promise.then(settle, settle)
  for (let step = 0; step < 1_000; step += 1) {
    await vi.advanceTimersByTimeAsync(0)
    if (isSettled) return promise
    await vi.advanceTimersByTimeAsync(100)
  }
  throw new Error('it was not settled within 100 s')
}

/** Only the states. */
export function statesOf(results: readonly CheckResult[]): string[] {
  return results.map(({ state }) => state)
}

/** The address of a share of quark, one for each number. */
export function quark(number: number): string {
  return `https://pan.quark.cn/s/${number.toString(16).padStart(12, '0')}`
}

/** The address of a share of aliyun, one for each number. */
export function aliyun(number: number): string {
  return `https://www.alipan.com/s/${`${number}`.padStart(11, 'a')}`
}
