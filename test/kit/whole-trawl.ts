// The whole service built from its settings, without its process; it asks a stand-in and stores nothing on disk unless it is given a folder.
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { readSettings } from '../../src/app/settings.ts'
import { startApp } from '../../src/app/start.ts'
import { encodeKey, hashKey, keyBytes } from '../../src/http/auth/api-keys.ts'
import { hashPassword } from '../../src/http/auth/password-hash.ts'
import type { WebPage } from '../../src/http/page/assets.ts'
import { createLogBuffer } from '../../src/observability/log-buffer.ts'
import type { Standin, StandinOptions } from '../../standin/server.ts'
import { monotonicMs, seeded } from './clocks.ts'
import { standinOfTest } from './standin.ts'

export interface WholeTrawl {
  readonly app: FastifyInstance
  /** Absent where settings decide who has access. */
  readonly owner: Awaited<ReturnType<typeof startApp>>['owner']
  readonly standin: Standin
  /** Log lines at level error and above. */
  readonly errors: unknown[]
}

export interface WholeTrawlOptions extends StandinOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly page?: WebPage
  /** Stores data in this folder, the archive too. */
  readonly dataFolder?: string | undefined
  /** The wall clock; the real one by default. */
  readonly epochMs?: () => number
}

/** Credentials for each kind of access control. */
export const proofs = {
  key: encodeKey(Buffer.alloc(keyBytes, 7)),
  adminToken: 'the-administrator-of-tests',
  user: { username: 'reader', password: 'a long sentence nobody guesses' },
  otherUser: { username: 'other', password: 'a long sentence nobody guesses' },
} as const

/** Settings that require a key, a login and the administrator's token. */
export async function lockedBy(): Promise<Record<string, string>> {
  const hash = await hashPassword(proofs.user.password, Buffer.alloc(16, 7))
  return {
    ADMIN_TOKEN: proofs.adminToken,
    API_KEYS: `tests:${hashKey(proofs.key)}`,
    AUTH_ENABLED: 'true',
    AUTH_USERS: `${proofs.user.username}:${hash},${proofs.otherUser.username}:${hash}`,
    AUTH_JWT_SECRET: 'a-secret-of-tests-that-is-long-enough-for-it',
  }
}

/** The fewest sources that show all features. */
const small = {
  CHANNELS: 'demo_share,demo_two',
  ENABLED_PLUGINS: 'labi',
  LOG_LEVEL: 'error',
  RATE_LIMITS: 'off',
  MAX_LAG_MS: '0',
  RECHECK: 'off',
  // The maximum: a busy machine must not make a source late.
  SEARCH_DEADLINE_MS: '30000',
  SEARCH_EARLY_MS: '30000',
}

function noFile(): never {
  throw Object.assign(new Error('there are no files here'), { code: 'ENOENT' })
}

/** Starts the service and the stand-in; both end with the test. */
export async function startWholeTrawl({
  env = {},
  page,
  dataFolder,
  epochMs = Date.now,
  ...played
}: WholeTrawlOptions = {}): Promise<WholeTrawl> {
  const standin = await standinOfTest({ weather: { ...quick }, ...played })
  const errors: unknown[] = []
  const logRing = createLogBuffer()
  const write = (line: string) => {
    logRing.write(line)
    if (/^\{"level":[56]0/.test(line)) errors.push(JSON.parse(line))
  }
  const settings = await readSettings({ ...small, UPSTREAM_GATEWAY: standin.url, ...env }, noFile)
  const { app, owner, shutdownSteps } = await startApp(
    { ...settings, config: { ...settings.config, DATA_DIR: dataFolder, ARCHIVE: dataFolder !== undefined } },
    {
      log: pino({ level: 'info' }, { write }),
      logBuffer: logRing,
      page,
      epochMs,
      monotonicMs,
      random: seeded(1),
    },
  )
  onTestFinished(async () => {
    for (const { run } of shutdownSteps) await run()
  })
  return { app, owner, standin, errors }
}

/** Replies almost without delay. */
const quick = { medianMs: 1, p95Ms: 2, hangShare: 0, errorShare: 0, errors: [] }
