// Converts searches from and to URLs: the address bar of the page, and the request to the server.
import type { CloudType } from '../../../src/contract/search.ts'
import { noAsk, type SearchAsk } from './ask.ts'
import { cloudOrder } from './cloud-names.ts'

/** Limits of the API: characters of a keyword, of a filter word, of a plugin name; entries of a list. */
const longestKw = 200
const longestWord = 200
const longestName = 100
const mostEntries = 500

/** Maximum concurrency; the server applies its own limits per upstream. */
const sideBySide = 128

/**
 * Normalises a keyword: one line without control characters, cut to the server's limit; empty if nothing visible is
 * left.
 */
export function tidyKw(typed: string): string {
  const line = typed
    .replace(/[\t-\r]/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim()
  const kw = [...line].slice(0, longestKw).join('').trim()
  return /[^\s\p{Default_Ignorable_Code_Point}\p{Cf}]/u.test(kw) ? kw : ''
}

/** Splits comma-separated words. */
export function wordsOf(typed: string): string[] {
  const words = typed.split(/[,，]/).map((word) => word.replace(/\p{Cc}/gu, ' ').trim())
  return [...new Set(words)].filter((word) => word !== '' && word.length <= longestWord).slice(0, mostEntries)
}

/** Parses a channel name, @name or t.me address; undefined if it is none of them. */
function channelOf(spelled: string): string | undefined {
  const bare = spelled.replace(/^(?:https?:\/\/)?t\.me\/(?:s\/)?|^@/i, '')
  return /^[a-z][a-z0-9_]{3,31}$/i.test(bare) ? bare : undefined
}

function channelsOf(listed: string): string[] {
  const names = new Map<string, string>()
  for (const name of wordsOf(listed).flatMap((entry) => channelOf(entry) ?? [])) {
    const key = name.toLowerCase()
    if (!names.has(key)) names.set(key, name)
  }
  return [...names.values()]
}

function oneOf<Word extends string>(words: readonly Word[], said: string | null, fallback: Word): Word {
  return words.find((word) => word === said) ?? fallback
}

/** Parses the query of a URL; ignores invalid values. */
export function askOf(search: string): SearchAsk {
  const said = new URLSearchParams(search)
  const list = (name: string) => said.get(name) ?? ''
  const wanted = new Set(wordsOf(list('types')))
  return {
    kw: tidyKw(list('kw')),
    src: oneOf(['all', 'tg', 'plugin'], said.get('src'), 'all'),
    channels: channelsOf(list('channels')),
    plugins: wordsOf(list('plugins')).filter((name) => name.length <= longestName),
    types: cloudOrder.filter((type) => wanted.has(type)),
    tab: oneOf<'all' | CloudType>(['all', ...cloudOrder], said.get('tab'), 'all'),
    sort: oneOf(['best', 'time'], said.get('sort'), 'best'),
    include: wordsOf(list('include')),
    exclude: wordsOf(list('exclude')),
    hidesDead: said.get('dead') === 'hide',
  }
}

/** Parameters that are sent to the server. */
function asked({ kw, src, channels, plugins }: SearchAsk): [string, string][] {
  return [
    ['kw', kw],
    ['src', src === 'all' ? '' : src],
    ['channels', channels.join(',')],
    ['plugins', plugins.join(',')],
  ]
}

function queryOf(pairs: readonly (readonly [string, string])[]): string {
  const query = new URLSearchParams(pairs.filter(([, value]) => value !== '').map(([name, value]) => [name, value]))
  return query.toString().replaceAll('%2C', ',')
}

/** Returns the page URL of a search; default values are omitted. */
export function addressOf(ask: SearchAsk): string {
  const query = queryOf([
    ...asked(ask),
    ['types', ask.types.join(',')],
    ['tab', ask.tab === noAsk.tab ? '' : ask.tab],
    ['sort', ask.sort === noAsk.sort ? '' : ask.sort],
    ['include', ask.include.join(',')],
    ['exclude', ask.exclude.join(',')],
    ['dead', ask.hidesDead ? 'hide' : ''],
  ])
  return query === '' ? '/' : `/?${query}`
}

/** Returns the path of the search stream. */
export function streamPath(ask: SearchAsk, { isRefresh }: { readonly isRefresh: boolean }): string {
  const query = queryOf([
    ...asked(ask),
    ['cloud_types', ask.types.join(',')],
    ['conc', String(sideBySide)],
    ['refresh', isRefresh ? 'true' : ''],
    ['ext', '{"details":true}'],
  ])
  return `/api/search/stream?${query}`
}

/** Key of the request: equal for searches that differ only in how they are displayed. */
export function askedKey(ask: SearchAsk): string {
  return streamPath(ask, { isRefresh: false })
}
