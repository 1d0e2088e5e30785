// Starts several replicas as processes over one Redis and one PostgreSQL, each with its own stand-in; they end with the test.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent, request } from 'undici'
import { expect, onTestFinished } from 'vitest'
import { z } from 'zod'
import type { StandinOptions } from '../../standin/server.ts'
import { startPostgres } from './postgres.ts'
import { run } from './process.ts'
import { startRedis } from './redis.ts'
import { freePort } from './servers.ts'
import { standinOfTest } from './standin.ts'

type Settings = Readonly<Record<string, string>>

/** The answer of a replica. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

/** Options of a request. */
interface Question {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object
  /** Timeout in milliseconds. */
  readonly withinMs?: number
}

/** A replica that runs as a process. */
export type Replica = Awaited<ReturnType<typeof startReplica>>

export type Fleet = Awaited<ReturnType<typeof startFleet>>

interface FleetOptions {
  /** Settings of all replicas. */
  readonly settings?: Settings
  /** Further settings of one replica, given the addresses of both servers. */
  readonly settingsOf?: (name: string, servers: { readonly redis: URL; readonly postgres: URL }) => Promise<Settings>
  readonly standin?: StandinOptions
}

/** The administrator's token. */
const adminToken = 'correct-horse-battery'

/** The searched channels. */
export const channels = ['demo_share', 'demo_two', 'demo_three'] as const

/** Lists that the stand-in plays and that are not refreshed by themselves during a test. */
export const lists = ['baidu', 'zhihu', 'ithome', 'hackernews', 'thepaper', 'toutiao', 'tieba', 'juejin'] as const

const fewSources: Settings = {
  CHANNELS: channels.join(','),
  ENABLED_PLUGINS: 'none',
  ENABLED_SOURCES: lists.join(','),
  RECHECK: 'off',
  ADMIN_TOKEN: adminToken,
  // Other tests run in parallel; event loop lag must not count as a problem.
  MAX_LAG_MS: '0',
}

/** Starts three replicas and their shared servers. */
export async function startFleet(options: FleetOptions = {}) {
  const [redis, postgres] = await Promise.all([startRedis(), startPostgres()])
  // A channel whose newest post is ninety days old would fall asleep while the test runs.
  const standin = { now: new Date(), ...options.standin }
  const start = async (name: string) => {
    const servers = { redis: redis.url, postgres: postgres.url }
    const shared = { REDIS_URL: redis.url.href, DATABASE_URL: postgres.url.href }
    const own = await options.settingsOf?.(name, servers)
    return startReplica(name, { ...shared, ...options.settings, ...own }, standin)
  }
  const replicas = await Promise.all([start('a'), start('b'), start('c')])
  return { redis, postgres, replicas }
}

/** Starts one replica in its own folder, with these settings added to those of few sources. */
async function startReplica(name: string, settings: Settings, played: StandinOptions = {}) {
  const standin = await standinOfTest({ clock: Date.now, ...played })
  const folder = mkdtempSync(join(tmpdir(), `trawl-replica-${name}-`))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const port = await freePort()
  const place = { UPSTREAM_GATEWAY: standin.url, HOST: '127.0.0.1', PORT: String(port), DATA_DIR: folder }
  const launch = async () => {
    const program = run('src/main.ts', [], { ...fewSources, ...place, ...settings })
    await program.says(/listens on http/)
    return program
  }
  const held = { program: await launch() }
  const url = `http://127.0.0.1:${port}`
  return {
    ...{ name, url, ...asking(url) },
    /** Plays all upstreams for this replica only, so that its requests can be counted. */
    standin,
    /** The current process; a restart replaces it. */
    program: () => held.program,
    /** Kills the process without a shutdown. */
    async kill() {
      held.program.signal('SIGKILL')
      await held.program.ended
    },
    /** Starts it again with the same data and port. */
    async start() {
      held.program = await launch()
    },
  }
}

const usuallyWithinMs = 30_000
const readiness = z.object({ troubles: z.array(z.string()).default([]) })

/** Request functions for the service at this address. */
function asking(url: string) {
  const dispatcher = new Agent({ keepAliveTimeout: 5_000 })
  onTestFinished(() => dispatcher.destroy())
  /** @throws when the replica is down or exceeds the timeout. */
  const ask = async (path: string, question: Question = {}): Promise<Reply> => {
    const { method = 'GET', body, withinMs = usuallyWithinMs } = question
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const headers = { 'content-type': 'application/json', ...question.headers }
    const signal = AbortSignal.timeout(withinMs)
    const answer = await request(url + path, { dispatcher, method, headers, ...sent, signal })
    return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() }
  }
  return {
    ask,
    /** The same, with the administrator's token. */
    command: (path: string, question: Question = {}) =>
      ask(path, { ...question, headers: { authorization: `Bearer ${adminToken}`, ...question.headers } }),
    /** Current problems as the replica reports them, one sentence each. */
    troubles: async (): Promise<readonly string[]> =>
      readiness.parse(JSON.parse((await ask('/readyz', { withinMs: 10_000 })).text)).troubles,
  }
}

/** Resolves when the replica reports a problem of this kind. */
export async function untilDegraded({ name, troubles }: Replica, what: RegExp): Promise<void> {
  const text = async () => (await troubles()).join('; ')
  await expect.poll(text, { interval: 50, message: `${name} says what is wrong` }).toMatch(what)
}

/** Resolves when no replica reports a problem. */
export async function untilWell(replicas: readonly Replica[]): Promise<void> {
  const text = async () => {
    const all = await Promise.all(replicas.map(async ({ name, troubles }) => [name, await troubles()] as const))
    return all.flatMap(([name, troubles]) => troubles.map((trouble) => `${name}: ${trouble}`))
  }
  await expect.poll(text, { interval: 50, message: 'all are well' }).toEqual([])
}
