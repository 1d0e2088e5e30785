// The arguments of `search_links`, and their conversion to a search request.
import { z } from 'zod'
import { cloudTypes } from '../../contract/search.ts'
import type { BackendSearchQuery } from '../backend.ts'
import { booleanArgument, integerArgument, optionalSubset, optionalTexts, requiredText } from '../tool-arguments.ts'

const sourceFormat = {
  pattern: /^(?:tg:[A-Za-z][A-Za-z0-9_]{3,31}|plugin:[\w-]+)$/,
  allowed: 'must be tg:CHANNEL or plugin:PLUGIN with a name from list_sources',
}

/** The input schema. */
export const searchInput = z.looseObject({
  keyword: requiredText(
    200,
    'What to search for, usually a title as written in China: 流浪地球, not "wandering earth movie". One or two words work best.',
  ),
  types: optionalSubset(
    cloudTypes,
    'Only links of these types. baidu, aliyun, quark, tianyi (189), uc, mobile (139), 115, pikpak, xunlei, 123 and guangya are cloud drives; magnet and ed2k need no account.',
  ),
  include: optionalTexts(20, 'Only links whose title contains at least one of these words, such as 4K.'),
  exclude: optionalTexts(20, 'Exclude links whose title contains one of these words, such as 预告.'),
  sources: optionalTexts(
    50,
    'Search only these sources: "tg:" plus a Telegram channel or "plugin:" plus a plugin, with names from list_sources. Default: all sources, which is usually best.',
    sourceFormat,
  ),
  limit: integerArgument(1, 100, 20, 'Maximum number of links.'),
  only_alive: booleanArgument(
    'Check the best links now and drop dead ones. Takes up to 10 s longer; links that cannot be checked stay as "unchecked".',
  ),
  refresh: booleanArgument('Query every source even if a recent result is cached. Slow and rarely needed.'),
})

/** Converts the arguments to a search request. */
export function toSearchQuery({ keyword, ...args }: z.output<typeof searchInput>): BackendSearchQuery {
  const { types, include = [], exclude = [], sources = [], refresh, only_alive } = args
  const filtered = include.length + exclude.length > 0
  return {
    kw: keyword,
    ...(types === undefined || types.length === 0 ? {} : { cloud_types: types }),
    ...(filtered ? { filter: { include, exclude } } : {}),
    ...selectSources(sources),
    refresh,
    ext: { details: true, health: only_alive ? 'hide' : 'sink' },
  }
}

function selectSources(sources: readonly string[]): Pick<BackendSearchQuery, 'src' | 'channels' | 'plugins'> {
  const named = (kind: string) =>
    sources.filter((id) => id.startsWith(`${kind}:`)).map((id) => id.slice(kind.length + 1))
  const [channels, plugins] = [named('tg'), named('plugin')]
  if (channels.length > 0 && plugins.length > 0) return { src: 'all', channels, plugins }
  if (channels.length > 0) return { src: 'tg', channels }
  return plugins.length > 0 ? { src: 'plugin', plugins } : {}
}
