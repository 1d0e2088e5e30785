// Load by wrk, and what it says of it.
import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'

/** What came of a load. */
export interface Load {
  readonly requests: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Requests that were not answered with a status under 400, or not at all. */
  readonly failed: number
}

/** What is asked: of which address, with which headers beside those of wrk. */
export interface Target {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

const connections = 64

const run = promisify(execFile)

/** Says what to do where wrk is not installed; undefined where it is. */
export function whyNoWrk(): string | undefined {
  // Without arguments it explains itself and fails; only a program that is not there gives an error.
  if (!spawnSync('wrk').error) return undefined
  return 'This benchmark needs wrk, which is not installed here: apt-get install wrk, or https://github.com/wg/wrk'
}

/** Asks for so many seconds over 64 connections from one thread, each of which asks again as soon as it is answered. */
export async function load({ url, headers }: Target, seconds: number): Promise<Load> {
  const more = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const { stdout } = await run('wrk', ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', ...more, url])
  return readLoad(stdout)
}

const inMs: ReadonlyMap<string, number> = new Map([
  ['us', 0.001],
  ['ms', 1],
  ['s', 1_000],
  ['m', 60_000],
])

function readLoad(said: string): Load {
  const figure = (pattern: RegExp) => Number(pattern.exec(said)?.[1] ?? 0)
  const within = (share: number) => {
    const [, value, unit = ''] = new RegExp(`^ +${share}% +([\\d.]+)(\\w+)$`, 'm').exec(said) ?? []
    return Number(value) * (inMs.get(unit) ?? Number.NaN)
  }
  const broken = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(said)?.slice(1) ?? []
  const refused = figure(/Non-2xx or 3xx responses: (\d+)/)
  return {
    requests: figure(/(\d+) requests in/),
    perSecond: figure(/Requests\/sec: +([\d.]+)/),
    p50Ms: within(50),
    p99Ms: within(99),
    failed: broken.reduce((sum, count) => sum + Number(count), refused),
  }
}
