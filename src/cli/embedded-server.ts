// Runs a server inside this process for one command: it stores nothing and accepts only the command's own key.

import { randomBytes } from 'node:crypto'
import { readSettings, type Settings, userMessage } from '../app/settings.ts'
import { type RunningApp, startApp } from '../app/start.ts'
import { egressSummary } from '../app/startup-log.ts'
import { encodeKey, hashKey, keyBytes } from '../http/auth/api-keys.ts'
import { messageOf } from '../observability/error-message.ts'
import { createLogBuffer } from '../observability/log-buffer.ts'
import { createRedactor, findSecrets } from './redact.ts'
import type { Terminal } from './terminal/terminal.ts'
import { UsageError } from './usage-error.ts'
import { collectWarnings } from './warning-collector.ts'

/** A running server in this process. */
export interface EmbeddedServer {
  readonly url: string
  readonly key: string
  /** How it reaches the sites: directly, through a proxy or through a gateway. */
  readonly egress: string
  /** Log lines of level `warn` and above, without duplicates and with secrets removed. */
  warnings(): string[]
  close(): Promise<void>
}

/** Limit for each shutdown step. Nothing is stored, so nothing can be lost. */
const maxStepMs = 500

/** The service's settings without storage, sharing, logins and rate limits. */
function embeddedSettings(settings: Settings, keyHash: string): Settings {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: _traces, ...env } = settings.env
  return {
    ...settings,
    env,
    config: {
      ...settings.config,
      DATA_DIR: undefined,
      ARCHIVE: false,
      REDIS_URL: undefined,
      DATABASE_URL: undefined,
      RECHECK: false,
      MAX_LAG_MS: 0,
      LOG_LEVEL: 'warn',
      OTEL_EXPORTER_OTLP_ENDPOINT: undefined,
      AUTH_ENABLED: false,
      ADMIN_TOKEN: undefined,
    },
    rates: new Map(),
    keys: [{ name: 'terminal', hash: keyHash, rate: undefined }],
    login: undefined,
  }
}

async function readSettingsOrUsageError(terminal: Terminal): Promise<Settings> {
  try {
    return await readSettings(terminal.env, terminal.readFile)
  } catch (error) {
    throw new UsageError(messageOf(error))
  }
}

/** Starts a server on a free port of 127.0.0.1. @throws (rejects) WrongUse when a setting is invalid. */
export async function startEmbedded(terminal: Terminal): Promise<EmbeddedServer> {
  const { monotonicMs, epochMs, random, setEnv, onUnhandled } = terminal
  const settings = await readSettingsOrUsageError(terminal)
  setEnv(settings.fromEnvFile)
  const { log, warnings } = collectWarnings(settings.typos)
  onUnhandled(() => warnings.push('unhandled error in a background task of a source'))
  const key = encodeKey(randomBytes(keyBytes))
  const runtime = {
    log,
    logBuffer: createLogBuffer(),
    page: undefined,
    epochMs: epochMs,
    monotonicMs: monotonicMs,
    random,
  }
  const running = await startApp(embeddedSettings(settings, hashKey(key)), runtime).catch((error: unknown) => {
    const message = userMessage(error)
    throw message === undefined ? error : new UsageError(message)
  })
  const url = await running.app.listen({ host: '127.0.0.1', port: 0 })
  const hide = createRedactor(findSecrets(settings.env))
  return {
    url,
    key,
    egress: egressSummary(settings.config),
    warnings: () => [...new Set(warnings.map(hide))],
    close: () => closeWithTimeout(running),
  }
}

async function closeWithTimeout({ shutdownSteps }: RunningApp): Promise<void> {
  for (const { run } of shutdownSteps) {
    const late = Promise.withResolvers<void>()
    const timer = setTimeout(late.resolve, maxStepMs)
    await Promise.race([run().catch(() => undefined), late.promise])
    clearTimeout(timer)
  }
}
