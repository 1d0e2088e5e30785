// What the tool for searches takes, and the search it means.
import { z } from 'zod'
import { cloudTypes } from '../contract/search.ts'
import { someOf, someTexts, wholeNumber, words, yesOrNo } from './arguments.ts'
import type { WantedSearch } from './asking.ts'

const sourceForm = {
  pattern: /^(?:tg:[A-Za-z][A-Za-z0-9_]{3,31}|plugin:[\w-]+)$/,
  allowed: 'must be tg: and the name of a channel, or plugin: and the name of a plugin; list_sources has them',
}

/** Its parameters. */
export const searchInput = z.looseObject({
  keyword: words(
    200,
    'What to look for, mostly a title, as people write it in China: 流浪地球, not "wandering earth movie". Short is best; one or two words.',
  ),
  types: someOf(
    cloudTypes,
    'Only links of these clouds. baidu, aliyun, quark, tianyi (189), uc, mobile (139), 115, pikpak, xunlei, 123 and guangya are network drives; magnet and ed2k need no account.',
  ),
  include: someTexts(20, 'Only links whose title has at least one of these words, such as 4K.'),
  exclude: someTexts(20, 'Without links whose title has one of these words, such as 预告.'),
  sources: someTexts(
    50,
    'Search these only: "tg:" and a Telegram channel, or "plugin:" and a plugin, as list_sources names them. All there are unless given, which is usually right.',
    sourceForm,
  ),
  limit: wholeNumber(1, 100, 20, 'At most so many links.'),
  only_alive: yesOrNo(
    'Check the best links now and leave out dead ones. Takes up to 10 s more; what cannot be checked stays, as "unchecked".',
  ),
  refresh: yesOrNo('Ask every source anew although a recent answer is kept. Slow and rarely needed.'),
})

/** The search that is meant. */
export function searchOf({ keyword, ...args }: z.output<typeof searchInput>): WantedSearch {
  const { types, include = [], exclude = [], sources = [], refresh, only_alive } = args
  const filtered = include.length + exclude.length > 0
  return {
    kw: keyword,
    ...(types === undefined || types.length === 0 ? {} : { cloud_types: types }),
    ...(filtered ? { filter: { include, exclude } } : {}),
    ...chosen(sources),
    refresh,
    ext: { details: true, health: only_alive ? 'hide' : 'sink' },
  }
}

function chosen(sources: readonly string[]): Pick<WantedSearch, 'src' | 'channels' | 'plugins'> {
  const named = (kind: string) =>
    sources.filter((id) => id.startsWith(`${kind}:`)).map((id) => id.slice(kind.length + 1))
  const [channels, plugins] = [named('tg'), named('plugin')]
  if (channels.length > 0 && plugins.length > 0) return { src: 'all', channels, plugins }
  if (channels.length > 0) return { src: 'tg', channels }
  return plugins.length > 0 ? { src: 'plugin', plugins } : {}
}
