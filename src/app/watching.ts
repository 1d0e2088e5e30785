// Opens the watches: the operator's file, the stored state, what they watch, and the notifiers.
import { createWatchedFile } from '../bans/watched-file.ts'
import { messageOf } from '../observability/error-message.ts'
import { sourceIdsOf } from '../search/catalogue.ts'
import { createTransport } from '../upstream/net/transport.ts'
import { allowPrivateNotifiers, createNotifiers } from '../watches/create-notifiers.ts'
import { createDeliveries } from '../watches/deliveries.ts'
import type { WatchFile } from '../watches/load-watch-file.ts'
import { createWatchRunner } from '../watches/watch-runner.ts'
import { openWatches } from '../watches/watches.ts'
import type { Runtime } from './app-options.ts'
import type { OpenAsking } from './asking.ts'
import type { OpenFeatures } from './features.ts'
import type { Platform } from './platform.ts'
import { asSettingError, type Settings } from './settings.ts'
import { createArchivePort, createListPort, createSearchPort } from './watch-ports.ts'

export type OpenWatching = Awaited<ReturnType<typeof openWatching>>

interface Watched {
  readonly platform: Platform
  readonly asking: OpenAsking
  readonly features: OpenFeatures
}

export async function openWatching(settings: Settings, { log, epochMs }: Runtime, parts: Watched) {
  const { sources, records, metrics } = parts.platform
  const listIds = new Set([...sources.lists.values()].flatMap(({ id, isEnabled }) => (isEnabled ? [id] : [])))
  const file = await asSettingError(() => readWatchFile(settings, listIds))
  const { config, proxyFor, allowance } = settings
  const transport = createTransport({
    gateway: config.UPSTREAM_GATEWAY,
    proxyFor,
    allowance: allowPrivateNotifiers(allowance, file.notifiers),
  })
  const notifiers = createNotifiers(file.notifiers, { transport, epochMs })
  const watches = await openWatches({
    ...{ fileWatches: file.watches, notifiers, listIds, records, log, epochMs },
    recordHit: metrics.recordWatchHit,
  })
  if (config.WATCH_FILE !== undefined)
    log.info(`${file.watches.length} watches and ${file.notifiers.length} notifiers of WATCH_FILE`)
  const runner = createWatchRunner({
    ...{ watches, ...portsOf(parts), epochMs },
    onError: (error) => log.error({ err: error }, 'failed to run a watch'),
  })
  const sendDue = createDeliveries({ watches, notifiers, recordDelivery: metrics.recordWatchMessage, log, epochMs })
  return { watches, runner, sendDue, close: transport.close }
}

/** A search asks many sources: it is put off when a user's would be rejected. */
const searchAsks = 100

function portsOf({ platform, asking, features }: Watched) {
  const { findNewest, storedTitles, hotLists, search } = features
  return {
    lists: createListPort(hotLists, asking.refreshes),
    archive: findNewest && createArchivePort(findNewest, sourceIdsOf(platform.sources.catalogue), storedTitles),
    search: createSearchPort(search),
    isBusy: () => !asking.load.hasCapacity(searchAsks),
  }
}

async function readWatchFile({ config, env }: Settings, listIds: ReadonlySet<string>): Promise<WatchFile> {
  const path = config.WATCH_FILE
  if (path === undefined) return { watches: [], notifiers: [] }
  const text = await createWatchedFile(path)
    .read()
    .catch((error: unknown) => {
      throw new Error(`WATCH_FILE: ${messageOf(error)}`, { cause: error })
    })
  // Most installations have no such file.
  const { parseWatchFile } = await import('../watches/load-watch-file.ts')
  return parseWatchFile(text, { fileName: path, env, listIds })
}
