// The composition root: reads the settings, makes the parts, listens, says what is on, and shuts down.
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import { printedFor } from './app/command-line.ts'
import { readSettings, type Settings, sentenceOf } from './app/settings.ts'
import { listenForTheEnd, type Stopping } from './app/shutdown.ts'
import { openApp } from './app/start.ts'
import { opennessOf, reachOf, sayWhoIsSilent, wayOut } from './app/startup-log.ts'
import type { Config } from './config.ts'
import { type Page, readPage } from './http/assets.ts'
import { createLog, type Logger } from './log.ts'
import { createLogRing, type LogRing } from './log-ring.ts'
import type { Catalogue } from './search/catalogue.ts'

const { version } = manifest

/** Where `npm run build` puts the page. */
const pageFolder = resolve(import.meta.dirname, '../web/dist')

interface Ending {
  readonly log: Logger
  readonly stopping: Stopping
}

async function start(settings: Settings, { log, stopping }: Ending, logRing: LogRing): Promise<void> {
  const { config } = settings
  const clock = { now: () => performance.now(), time: Date.now, random: Math.random }
  const opened = await openApp(settings, { log, logRing, page: pageOrSay(log), ...clock })
  const { app, crew, catalogue, lists, upstream } = opened
  stopping.setSteps(opened.lastSteps)
  const address = await (crew?.listen(app) ?? app.listen({ host: config.HOST, port: config.PORT }))
  log.info(`Trawl ${version} listens on ${address}${reachOf(config.HOST)}; open it, or try /api/search?kw=linux`)
  log.info(`it searches ${sizeOf(catalogue)} and has ${countOn(lists)} hot lists on, ${wayOut(config)}`)
  const openness = opennessOf(config)
  if (openness !== undefined) log.info(openness)
  await sayWhoIsSilent(upstream, log, stopping.isEnding)
}

function pageOrSay(log: Logger): Page | undefined {
  const page = readPage(pageFolder)
  if (!page) log.warn('the page is not built, so there is only the API; npm run build makes it')
  return page
}

function sizeOf({ channels, plugins }: Catalogue): string {
  return `${channels.length} Telegram channels and ${plugins.size} plugins`
}

function countOn({ all }: { readonly all: readonly { readonly isEnabled: boolean }[] }): number {
  return all.filter(({ isEnabled }) => isEnabled).length
}

async function settingsOrExit(): Promise<Settings> {
  try {
    return await readSettings(process.env, readFileSync)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

/** The folder of own sources, as it is named and where it really is. */
function foldersOf({ SOURCES_DIR: folder }: Config): readonly string[] {
  if (folder === undefined) return []
  return [resolve(folder), ...(existsSync(folder) ? [realpathSync(folder)] : [])]
}

async function main(): Promise<void> {
  // What is written down is for nobody else on this machine: it holds what logins are signed with.
  process.umask(0o077)
  const printed = await printedFor(process.argv.slice(2), version, process.stdout.columns ?? 80)
  if (printed) {
    process.exitCode = printed.exitCode
    return console[printed.exitCode === 0 ? 'info' : 'error'](printed.text)
  }
  const settings = await settingsOrExit()
  // What others read there themselves: the packages for tracing, Node its time zone.
  Object.assign(process.env, settings.added)
  const ring = createLogRing()
  const { log, end } = createLog(settings.config.LOG_LEVEL, process.stdout.isTTY, ring)
  const stopping = listenForTheEnd({
    ...{ log, end, process, now: Date.now },
    sourcesFolders: foldersOf(settings.config),
    shellPid: process.env.npm_lifecycle_event === undefined ? undefined : () => process.ppid,
  })
  for (const slip of settings.slips) log.warn(slip)
  try {
    await start(settings, { log, stopping }, ring)
  } catch (error) {
    const sentence = sentenceOf(error)
    await (sentence === undefined ? stopping.fail(error) : stopping.refuse(sentence))
  }
}

await main()
