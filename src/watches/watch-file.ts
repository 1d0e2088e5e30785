// Opens WATCH_FILE, and puts its watches and notifiers into force, at the start and after each change.
import { watchFile } from '../bans/watched-file.ts'
import type { Environment } from '../config/env.ts'
import type { Logger } from '../observability/log.ts'
import { createTransport, type TransportOptions } from '../upstream/net/transport.ts'
import type { WatchFile } from './load-watch-file.ts'
import type { Notifier } from './notifiers.ts'
import { allowPrivateNotifiers, createNotifiers } from './notifiers.ts'

interface WatchFileOptions {
  /** `WATCH_FILE`; undefined: there is none. */
  readonly path: string | undefined
  /** The settings, for secrets that the file names. */
  readonly env: Environment
  /** How requests leave; the private hosts of notifiers are allowed besides. */
  readonly outgoing: TransportOptions & Required<Pick<TransportOptions, 'allowance'>>
  /** The ids of the enabled lists. */
  readonly listIds: Pick<ReadonlySet<string>, 'has'>
  readonly log: Pick<Logger, 'info' | 'warn'>
  readonly epochMs: () => number
}

/** Reads the file, if there is one. Rejects with one line for each mistake in it. */
export async function openWatchFile({ path, env, outgoing, listIds, log, epochMs }: WatchFileOptions) {
  const { allowance } = outgoing
  let file: WatchFile = { watches: [], notifiers: [] }
  let notifiers: readonly Notifier[] = []
  /** The transport reads it at each request. */
  const hosts = new Set(allowance.hosts)
  const transport = createTransport({ ...outgoing, allowance: { ranges: allowance.ranges, hosts } })
  async function apply(text: string): Promise<string> {
    // Most installations have no such file.
    const { parseWatchFile } = await import('./load-watch-file.ts')
    file = parseWatchFile(text, { fileName: path ?? '', env, listIds })
    notifiers = createNotifiers(file.notifiers, { transport, epochMs })
    hosts.clear()
    for (const host of allowPrivateNotifiers(allowance, file.notifiers).hosts) hosts.add(host)
    return `${file.watches.length} watches and ${file.notifiers.length} notifiers`
  }
  const followed =
    path === undefined ? undefined : await watchFile({ setting: 'WATCH_FILE', path, contents: 'watches', apply, log })
  return {
    watches: () => file.watches,
    notifiers: () => notifiers,
    /** Reads the file again if it changed; call it about once a second. Never rejects. */
    tick: async () => await followed?.tick(),
    /** Why the file is not used as it is now, one sentence each. */
    problems: () => followed?.problems() ?? [],
    close: transport.close,
  }
}
