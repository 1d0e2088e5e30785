// The settings that an administrator changes while the service runs: how each is checked and put into force.

import { switchSetting } from '../admin/source-switches.ts'
import { createStoredSettings, type StoredSetting } from '../admin/stored-settings.ts'
import type { SharedRecords } from '../async/shared-record.ts'
import type { Environment } from '../config/env.ts'
import type { Logger } from '../observability/log.ts'
import { chooseChannels } from '../search/catalogue.ts'
import { createProxyChoice } from '../upstream/net/proxy-rules.ts'
import type { DeclaredNotifier } from '../watches/declared-notifier.ts'
import type { Settings } from './settings.ts'
import type { loadSources } from './sources.ts'

interface LiveSettingsOptions {
  readonly settings: Pick<Settings, 'env' | 'proxyFor'>
  readonly sources: Awaited<ReturnType<typeof loadSources>>
  /** Those of access and of what is kept. */
  readonly further: readonly StoredSetting[]
  readonly records: SharedRecords
  readonly log: Pick<Logger, 'info' | 'warn'>
}

/** Reads the stored settings and puts them into force. Rejects if they cannot be read. */
export async function openLiveSettings(options: LiveSettingsOptions) {
  const { settings, sources, further, records, log } = options
  const { env, proxyFor } = settings
  const proxy = createProxySetting(env, proxyFor)
  const notifiers = createNotifierSetting()
  const stored = createStoredSettings({
    settings: [
      ...[proxy.setting, channelSetting(env, sources), switchSetting(sources.switches), listSetting(sources)],
      ...[notifiers.setting, ...further],
    ],
    records,
    log,
  })
  await stored.open()
  return {
    stored,
    /** The proxy for a URL at the moment. */
    proxyFor: proxy.proxyFor,
    /** The stored notifiers at the moment. */
    notifiers: notifiers.get,
  }
}

/** The first of these variables that the environment sets; `show` returns its value without secrets. */
function setVariable(env: Environment, names: readonly string[], show = (text: string) => text) {
  const variable = names.find((name) => env[name]?.trim())
  return variable === undefined ? undefined : { variable, value: show(env[variable]?.trim() ?? '') }
}

/** The addresses without names and passwords. */
function withoutLogins(text: string): string {
  const shown = text.split(',').map((address) => {
    const at = address.lastIndexOf('@')
    const scheme = address.indexOf('://')
    return at < 0 ? address : `${address.slice(0, scheme < 0 ? 0 : scheme + 3)}***${address.slice(at)}`
  })
  return shown.join(',')
}

const proxyVariables = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY'].flatMap((name) => [name, name.toLowerCase()])

function createProxySetting(env: Environment, configured: Settings['proxyFor']) {
  let current = configured
  const choice = (text: string) => createProxyChoice({ upstreamProxy: text, noProxy: env.no_proxy ?? env.NO_PROXY })
  const setting: StoredSetting = {
    name: 'UPSTREAM_PROXY',
    allowed: 'a proxy like http://host:port or socks5://host:port, or proxies per host as in the environment',
    isSecret: true,
    environment: setVariable(env, ['UPSTREAM_GATEWAY', 'UPSTREAM_PROXY', ...proxyVariables], withoutLogins),
    check: choice,
    apply(text) {
      current = text === undefined ? configured : choice(text)
    },
  }
  return { setting, proxyFor: (url: URL) => current(url) }
}

type LiveSources = LiveSettingsOptions['sources']

function channelSetting(env: Environment, { putChannels }: Pick<LiveSources, 'putChannels'>): StoredSetting {
  return {
    name: 'CHANNELS',
    allowed: 'a list of channels, or +name and -name to add to the built-in list and remove from it',
    environment: setVariable(env, ['CHANNELS']),
    check: chooseChannels,
    apply: (text) => putChannels(chooseChannels(text)),
  }
}

function listSetting({
  checkOwnLists,
  putOwnLists,
}: Pick<LiveSources, 'checkOwnLists' | 'putOwnLists'>): StoredSetting {
  return {
    name: 'LISTS',
    allowed:
      'hot lists of one’s own in the form of SOURCES_FILE, in YAML or JSON; a list of SOURCES_FILE overrules one of the same id',
    isSecret: true,
    check: checkOwnLists,
    apply: (text = '{}') => putOwnLists(text),
  }
}

function createNotifierSetting() {
  let current: readonly DeclaredNotifier[] = []
  // Most installations store none.
  const parse = async (text: string) => (await import('../watches/load-watch-file.ts')).parseStoredNotifiers(text)
  const setting: StoredSetting = {
    name: 'NOTIFIERS',
    allowed:
      'notifiers in the form of the section of WATCH_FILE, in YAML or JSON; one of WATCH_FILE overrules one of the same name',
    isSecret: true,
    check: parse,
    async apply(text) {
      current = text === undefined ? [] : await parse(text)
    },
  }
  return { setting, get: () => current }
}
