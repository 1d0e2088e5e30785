// Runs a server inside this process for one command: it stores nothing and accepts only the command's own key.
import { randomBytes } from 'node:crypto'
import { egressSummary } from '../app/listening.ts'
import { readSettings, type Settings, userMessage } from '../app/settings.ts'
import { startApp } from '../app/start.ts'
import { withTimeout } from '../async/timeout.ts'
import { encodeKey, hashKey, keyBytes } from '../http/auth/api-keys.ts'
import { messageOf } from '../observability/error-message.ts'
import { createLogBuffer } from '../observability/log-buffer.ts'
import { createRedactor } from '../observability/redact.ts'
import { findSecrets } from './find-secrets.ts'
import type { Terminal } from './terminal/terminal.ts'
import { UsageError } from './usage-error.ts'
import { collectWarnings } from './warning-collector.ts'

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
      BASE_PATH: undefined,
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
    keys: [{ name: 'terminal', hash: keyHash, rate: undefined, rateText: undefined }],
    login: undefined,
  }
}

/** Starts a server on a free port of 127.0.0.1. @throws (rejects) UsageError when a setting is invalid. */
export async function startEmbedded(terminal: Terminal) {
  const { monotonicMs, epochMs, random } = terminal
  const settings = await readSettings(terminal.env, terminal.readFile).catch((error: unknown) => {
    throw new UsageError(messageOf(error))
  })
  terminal.setEnv(settings.fromEnvFile)
  const { log, warnings } = collectWarnings(settings.typos)
  terminal.onUnhandled(() => warnings.push('unhandled error in a background task of a source'))
  const key = encodeKey(randomBytes(keyBytes))
  const runtime = { log, logBuffer: createLogBuffer(), page: undefined, epochMs, monotonicMs, random }
  const running = await startApp(embeddedSettings(settings, hashKey(key)), runtime).catch((error: unknown) => {
    const message = userMessage(error)
    throw message === undefined ? error : new UsageError(message)
  })
  const url = await running.app.listen({ host: '127.0.0.1', port: 0 })
  const hide = createRedactor(findSecrets(settings.env))
  return {
    url,
    key,
    /** How it reaches the sites: directly, through a proxy or through a gateway. */
    egress: egressSummary(settings),
    /** Log lines of level `warn` and above, without duplicates and with secrets removed. */
    warnings: () => [...new Set(warnings.map(hide))],
    async close(): Promise<void> {
      for (const { run } of running.shutdownSteps)
        await withTimeout(
          run().catch(() => undefined),
          maxStepMs,
        )
    },
  }
}
