// Link checks with a function in place of each cloud; everything else is real, under fake timers.
import { pino } from 'pino'
import { onTestFinished, vi } from 'vitest'
import type { CheckItem, CheckResult } from '../../src/contract/check.ts'
import { createMetrics } from '../../src/observability/metrics.ts'
import type { CheckedShare, CheckLimits, CheckVerdict, CloudCheck } from '../../src/search/checks/check.ts'
import { createLinkHealthCache } from '../../src/search/checks/health-cache.ts'
import { createLinkChecker, type LinkCheckerDeps } from '../../src/search/checks/link-checker.ts'
import type { Transport } from '../../src/upstream/net/transport.ts'
import { makeUpstream } from './wire.ts'

/** A check sent to a cloud, and its time in milliseconds from the start. */
interface Asked extends CheckedShare {
  readonly cloud: string
  readonly atMs: number
}

/** Stands for a cloud: returns its verdict, or throws. */
export type Cloud = (share: CheckedShare) => Promise<CheckVerdict>

interface Options extends Partial<Pick<LinkCheckerDeps, 'bans' | 'capacity' | 'checks' | 'coordination'>> {
  readonly manners?: CheckLimits
  readonly send?: Transport['send']
}

export const start = Date.UTC(2026, 10, 21)

/** Reports every share as available. */
export async function allThere(): Promise<CheckVerdict> {
  return { state: 'ok', summary: 'it is there' }
}

/** A cloud that returns the verdict after `ms` milliseconds. */
export function slow(ms: number, verdict: CheckVerdict = { state: 'ok', summary: 'it is there' }): Cloud {
  return () => new Promise((resolve) => setTimeout(() => resolve(verdict), ms))
}

/** Creates checks over these clouds. Timers are fake until the end of the test. */
export function makeChecks(clouds: Readonly<Record<string, Cloud>>, options: Options = {}) {
  vi.useFakeTimers({ now: start })
  onTestFinished(() => void vi.useRealTimers())
  return checksInRealTime(clouds, options)
}

/** Creates checks over these clouds with real timers. */
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
  const { upstream } = makeUpstream({
    transport: { send: send ?? unexpected, close: async () => undefined },
    metrics,
    log: pino({ level: 'warn' }, { write: unexpected }),
  })
  const knownHealth = createLinkHealthCache(Date.now)
  const all = new Map(Object.entries(clouds).map(([cloud, answer]) => [cloud, check(cloud, answer)]))
  const checks = createLinkChecker({ checks: all, upstream, knownHealth, metrics, epochMs: Date.now, ...own })
  const ask = (items: readonly (Partial<CheckItem> | string)[], deadlineMs = 10_000, signal = neverLeft()) =>
    checks.check(items.map(itemOf), { deadlineMs, signal })
  return { checks, ask, asked, knownHealth, metrics }
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

/** Advances the timers in steps of 100 ms until the promise settles. */
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

/** Only the states of the results. */
export function statesOf(results: readonly CheckResult[]): string[] {
  return results.map(({ state }) => state)
}

/** The address of an aliyun share; each number gives another share. */
export function aliyun(number: number): string {
  return `https://www.alipan.com/s/${`${number}`.padStart(11, 'a')}`
}
