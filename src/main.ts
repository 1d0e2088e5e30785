// The entry of the service: reads the settings, starts the app, listens, logs what is on, and shuts down.
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { resolve } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import {
  egressSummary,
  listenErrorMessage,
  listenScope,
  networkUrls,
  openAccessNotice,
  openBrowser,
  ownerCodeNotice,
  renderQrCode,
  warnIfUnreachable,
} from './app/listening.ts'
import { readSettings, runInfoCommand, type Settings, userMessage } from './app/settings.ts'
import { installShutdown, type Shutdown } from './app/shutdown.ts'
import { startApp } from './app/start.ts'
import { languageOf } from './config/locale.ts'
import { translatorTo } from './config/operator-words.ts'
import type { Config } from './config/schema.ts'
import { loadPage, type WebPage } from './http/page/assets.ts'
import { connectionLimitsFor, parseMaxOpenFiles } from './http/server/request-limits.ts'
import { messageOf } from './observability/error-message.ts'
import { type ClosableLog, createLog, type Logger } from './observability/log.ts'
import { createLogBuffer, type LogBuffer } from './observability/log-buffer.ts'
import type { Catalogue } from './search/catalogue.ts'

const { version } = manifest

/** The output of `npm run build`. */
const pageFolder = resolve(import.meta.dirname, '../web/dist')

/** Into the language of the terminal. */
function translate(text: string): string {
  return translatorTo(languageOf(process.env))?.(text) ?? text
}

async function start(
  settings: Settings,
  logBuffer: LogBuffer,
  { log, unbuffered, write }: ClosableLog,
  shutdown: Shutdown,
): Promise<void> {
  const { config } = settings
  const connectionLimits = connectionLimitsFor(readMaxOpenFiles())
  const app = await startApp(settings, {
    connectionLimits,
    log,
    logBuffer,
    page: readPageOrWarn(log, config.BASE_PATH),
    epochMs: Date.now,
    monotonicMs: () => performance.now(),
    random: Math.random,
  })
  shutdown.setSteps(app.shutdownSteps)
  // Node's default of 511 lets connections of a crowd be reset while the event loop is busy.
  const backlog = connectionLimits.maxConnections
  const origin = await app.app.listen({ host: config.HOST, port: config.PORT, backlog })
  const port = Number(new URL(origin).port || 80)
  const [address = '', ...urls] = [origin, ...networkUrls(config.HOST, port, networkInterfaces())].map((url) =>
    config.BASE_PATH === undefined ? url : `${url}${config.BASE_PATH}/`,
  )
  log.info(
    process.stdout.isTTY ? {} : { addresses: [address, ...urls] },
    `Trawl ${version} listens on ${address}${listenScope(config.HOST, urls)}; open it, or try /api/search?kw=linux`,
  )
  const wayOut = { config, proxyFor: app.proxyFor }
  log.info(
    `it searches ${describeCatalogue(app.catalogue)} and has ${countEnabled(app.lists)} hot lists on, ${egressSummary(wayOut)}`,
  )
  const notice = openAccessNotice(config.HOST, app.isPrivate())
  if (notice !== undefined) log.info(notice)
  showOwnerCode(ownerCodeNotice(app.owner), config, { unbuffered, write })
  // For programs that started this one: the demo, process managers.
  process.send?.('ready')
  if (urls[0] !== undefined && /^(?:debug|info)$/.test(config.LOG_LEVEL)) await showQrCode(urls[0], write)
  if (process.argv.includes('--open')) await openPage(address, log)
  await warnIfUnreachable(app.reachability, wayOut, { log, isEnding: shutdown.isShuttingDown })
}

async function showQrCode(url: string, write: (text: string) => void): Promise<void> {
  const code = process.stdout.isTTY ? await renderQrCode(url, process.stdout) : undefined
  if (code !== undefined) write(`\n${code}  ${url}\n\n`)
}

/** It is shown also where only warnings are logged, as in the demo, since the page says that it is in the log. */
function showOwnerCode(
  notice: string | undefined,
  { LOG_LEVEL: level }: Config,
  { unbuffered, write }: Pick<ClosableLog, 'unbuffered' | 'write'>,
): void {
  if (notice === undefined || level === 'silent') return
  if (process.stdout.isTTY || !/^(?:debug|info)$/.test(level)) write(`\n${translate(notice)}\n\n`)
  else unbuffered.info(notice)
}

async function openPage(address: string, log: Logger): Promise<void> {
  await openBrowser(address, process.platform, (reason) =>
    log.warn(`the browser was not opened (${reason}); open ${address}`),
  )
}

/** Undefined where the system does not say it. */
function readMaxOpenFiles(): number | undefined {
  const file = '/proc/self/limits'
  return existsSync(file) ? parseMaxOpenFiles(readFileSync(file, 'utf8')) : undefined
}

function readPageOrWarn(log: Logger, urlPrefix: string | undefined): WebPage | undefined {
  const page = loadPage(pageFolder, urlPrefix)
  if (!page) log.warn('the web page is not built, so only the API is served; npm run build builds it')
  return page
}

function describeCatalogue({ channels, plugins }: Catalogue): string {
  const on = [...plugins.values()].filter(({ state = 'on' }) => state === 'on').length
  return `${channels.length} Telegram channels and ${on} plugins`
}

function countEnabled({ all }: { readonly all: readonly { readonly isEnabled: boolean }[] }): number {
  return all.filter(({ isEnabled }) => isEnabled).length
}

async function settingsOrExit(): Promise<Settings> {
  try {
    return await readSettings(process.env, readFileSync)
  } catch (error) {
    console.error(translate(messageOf(error)))
    process.exit(1)
  }
}

/** The folder of custom sources: as configured, and with symbolic links resolved. */
function sourceFolders({ SOURCES_DIR: folder }: Config): readonly string[] {
  if (folder === undefined) return []
  return [resolve(folder), ...(existsSync(folder) ? [realpathSync(folder)] : [])]
}

async function main(): Promise<void> {
  // No other user of this machine may read our files: one holds the secret that signs login tokens.
  process.umask(0o077)
  const info = await runInfoCommand(
    process.argv.slice(2),
    version,
    process.stdout.columns ?? 80,
    languageOf(process.env),
  )
  if (info) {
    process.exitCode = info.exitCode
    return console[info.exitCode === 0 ? 'info' : 'error'](translate(info.text))
  }
  const settings = await settingsOrExit()
  // OpenTelemetry and Node (TZ) read process.env directly, so values from `.env` are copied into it.
  Object.assign(process.env, settings.fromEnvFile)
  const logBuffer = createLogBuffer()
  const output = await createLog(settings.config.LOG_LEVEL, process.stdout.isTTY, {
    buffer: logBuffer,
    translate: translatorTo(languageOf(process.env)),
  })
  const { log, write, end } = output
  const shutdown = installShutdown({
    log,
    write,
    end,
    process,
    monotonicMs: () => performance.now(),
    sourcesFolders: sourceFolders(settings.config),
    shellPid: process.env.npm_lifecycle_event === undefined ? undefined : () => process.ppid,
  })
  for (const typo of settings.typos) log.warn(typo)
  try {
    await start(settings, logBuffer, output, shutdown)
  } catch (error) {
    const message = userMessage(error) ?? listenErrorMessage(error)
    await (message === undefined ? shutdown.exitOnBug(error) : shutdown.exitWithMessage(translate(message)))
  }
}

await main()
