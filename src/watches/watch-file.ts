// Opens WATCH_FILE, and puts its watches and notifiers into force, at the start and after each change, with the notifiers that an administrator stored.
import { watchFile } from '../bans/watched-file.ts'
import type { Environment } from '../config/env.ts'
import type { Logger } from '../observability/log.ts'
import { createTransport, type TransportOptions } from '../upstream/net/transport.ts'
import type { DeclaredNotifier } from './declared-notifier.ts'
import type { WatchFile } from './load-watch-file.ts'
import type { Notifier } from './notifiers.ts'
import { allowPrivateNotifiers, createNotifiers } from './notifiers.ts'

interface WatchFileOptions {
  /** `WATCH_FILE`; undefined: there is none. */
  readonly path: string | undefined
  /** The notifiers that an administrator stored, a new array after each change; those of the file overrule them. */
  readonly stored?: () => readonly DeclaredNotifier[]
  /** The settings, for secrets that the file names. */
  readonly env: Environment
  /** How requests leave; the private hosts of notifiers are allowed besides. */
  readonly outgoing: TransportOptions & Required<Pick<TransportOptions, 'allowance'>>
  /** The ids of the enabled lists. */
  readonly listIds: Pick<ReadonlySet<string>, 'has'>
  readonly log: Pick<Logger, 'info' | 'warn'>
  readonly epochMs: () => number
}

const none: readonly DeclaredNotifier[] = []
const noNotifiers: readonly Notifier[] = []

function withStored(ofFile: readonly DeclaredNotifier[], stored: readonly DeclaredNotifier[]): DeclaredNotifier[] {
  const taken = new Set(ofFile.map(({ name }) => name))
  return [...ofFile, ...stored.filter(({ name }) => !taken.has(name))]
}

/** Reads the file, if there is one. Rejects with one line for each mistake in it. */
export async function openWatchFile(options: WatchFileOptions) {
  const { path, env, outgoing, listIds, log, epochMs, stored = () => none } = options
  const { allowance } = outgoing
  let file: WatchFile = { watches: [], notifiers: [] }
  let made = { file, added: none, notifiers: noNotifiers }
  /** The transport reads it at each request. */
  const hosts = new Set(allowance.hosts)
  const transport = createTransport({ ...outgoing, allowance: { ranges: allowance.ranges, hosts } })
  async function apply(text: string): Promise<string> {
    // Most installations have no such file.
    const { parseWatchFile } = await import('./load-watch-file.ts')
    file = parseWatchFile(text, { fileName: path ?? '', env, listIds })
    return `${file.watches.length} watches and ${file.notifiers.length} notifiers`
  }
  function notifiers(): readonly Notifier[] {
    const added = stored()
    if (made.file === file && made.added === added) return made.notifiers
    const declared = withStored(file.notifiers, added)
    made = { file, added, notifiers: createNotifiers(declared, { transport, epochMs }) }
    hosts.clear()
    for (const host of allowPrivateNotifiers(allowance, declared).hosts) hosts.add(host)
    return made.notifiers
  }
  const followed =
    path === undefined ? undefined : await watchFile({ setting: 'WATCH_FILE', path, contents: 'watches', apply, log })
  return {
    watches: () => file.watches,
    notifiers,
    /** Reads the file again if it changed; call it about once a second. Never rejects. */
    tick: async () => await followed?.tick(),
    /** Why the file is not used as it is now, one sentence each. */
    problems: () => followed?.problems() ?? [],
    close: transport.close,
  }
}
