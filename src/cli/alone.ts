// A Trawl inside this process, for a command that finds none to ask: it keeps nothing, and nobody else may ask it.
import { randomBytes } from 'node:crypto'
import { readSettings, type Settings, userMessage } from '../app/settings.ts'
import { type RunningApp, startApp } from '../app/start.ts'
import { egressSummary } from '../app/startup-log.ts'
import { keyBytes, keyHashOf, keyOf } from '../http/api-keys.ts'
import { createLogRing } from '../log-ring.ts'
import { collectWarnings } from './collected-warnings.ts'
import { createHiding, secretsOf } from './hiding.ts'
import type { Terminal } from './terminal.ts'
import { WrongUse } from './wrong-use.ts'

/** It, as long as a command runs. */
export interface Alone {
  readonly url: string
  readonly key: string
  /** How it asks the sites: directly, by a proxy. */
  readonly way: string
  /** What it had to say from warnings on, without secrets. */
  warnings(): string[]
  close(): Promise<void>
}

/** Nobody waits longer than this for each of the last steps: nothing is kept, so that nothing can be lost. */
const mostClosingMs = 500

/** The settings of the service but for what is kept, shared, or says who may ask: this one is for one command. */
function settingsAlone(settings: Settings, keyHash: string): Settings {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: _traces, ...env } = settings.env
  return {
    ...settings,
    env,
    config: {
      ...settings.config,
      ...{ DATA_DIR: undefined, ARCHIVE: false, REDIS_URL: undefined, DATABASE_URL: undefined },
      ...{ WORKERS: 1, RECHECK: false, MAX_LAG_MS: 0, LOG_LEVEL: 'warn', OTEL_EXPORTER_OTLP_ENDPOINT: undefined },
      ...{ AUTH_ENABLED: false, ADMIN_TOKEN: undefined },
    },
    rates: new Map(),
    keys: [{ name: 'terminal', hash: keyHash, rate: undefined }],
    login: undefined,
  }
}

async function readOrTell(terminal: Terminal): Promise<Settings> {
  try {
    return await readSettings(terminal.env, terminal.readFile)
  } catch (error) {
    throw new WrongUse(error instanceof Error ? error.message : String(error))
  }
}

/** Opens it. @throws (rejects) WrongUse when a setting is wrong. */
export async function openAlone(terminal: Terminal): Promise<Alone> {
  const { now, time, random, adopt, onStray } = terminal
  const settings = await readOrTell(terminal)
  adopt(settings.fromEnvFile)
  const { log, warnings } = collectWarnings(settings.typos)
  onStray(() => warnings.push('a source left something behind that failed later'))
  const key = keyOf(randomBytes(keyBytes))
  const runtime = { log, logBuffer: createLogRing(), page: undefined, epochMs: time, monotonicMs: now, random }
  const running = await startApp(settingsAlone(settings, keyHashOf(key)), runtime).catch((error: unknown) => {
    const message = userMessage(error)
    throw message === undefined ? error : new WrongUse(message)
  })
  const url = await running.app.listen({ host: '127.0.0.1', port: 0 })
  const hide = createHiding(secretsOf(settings.env))
  return {
    url,
    key,
    way: egressSummary(settings.config),
    warnings: () => [...new Set(warnings.map(hide))],
    close: () => closeSoon(running),
  }
}

async function closeSoon({ shutdownSteps }: RunningApp): Promise<void> {
  for (const { run } of shutdownSteps) {
    const late = Promise.withResolvers<void>()
    const timer = setTimeout(late.resolve, mostClosingMs)
    await Promise.race([run().catch(() => undefined), late.promise])
    clearTimeout(timer)
  }
}
