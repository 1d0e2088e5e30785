// Runs wrk and parses its report.
import { execFile, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Result of a load. */
export interface Load {
  readonly requests: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Requests without an answer, or with a status of 400 or above. */
  readonly failed: number
}

/** The address, headers in addition to those of wrk, and the body of a POST. */
export interface Target {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

const connections = 64

const run = promisify(execFile)

/** Returns installation help when wrk is missing; undefined when it is installed. */
export function whyNoWrk(): string | undefined {
  // Without arguments wrk prints its usage and fails; only a missing program gives an error.
  if (!spawnSync('wrk').error) return undefined
  return 'This benchmark needs wrk, which is not installed here: apt-get install wrk, or https://github.com/wg/wrk'
}

/**
 * Sends requests for the given seconds over 64 connections from one thread; each connection repeats as soon as it is
 * answered.
 */
export async function load({ url, headers, body }: Target, seconds: number): Promise<Load> {
  const more = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const script = body === undefined ? [] : ['-s', join(import.meta.dirname, 'wrk-post.lua')]
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', ...script, ...more, url]
  const { stdout } = await run('wrk', args, { env: { ...process.env, BODY: body } })
  return readLoad(stdout)
}

const inMs: ReadonlyMap<string, number> = new Map([
  ['us', 0.001],
  ['ms', 1],
  ['s', 1_000],
  ['m', 60_000],
])

function readLoad(text: string): Load {
  const figure = (pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? 0)
  const within = (share: number) => {
    const [, value, unit = ''] = new RegExp(`^ +${share}% +([\\d.]+)(\\w+)$`, 'm').exec(text) ?? []
    return Number(value) * (inMs.get(unit) ?? Number.NaN)
  }
  const broken = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(text)?.slice(1) ?? []
  const refused = figure(/Non-2xx or 3xx responses: (\d+)/)
  return {
    requests: figure(/(\d+) requests in/),
    perSecond: figure(/Requests\/sec: +([\d.]+)/),
    p50Ms: within(50),
    p99Ms: within(99),
    failed: broken.reduce((sum, count) => sum + Number(count), refused),
  }
}
