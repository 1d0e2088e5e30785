// Converts searches from and to URLs: the address bar of the page, and the request to the server.

import { channelName } from '../../../src/contract/channel-spelling.ts'
import { type CloudType, cloudTypes } from '../../../src/contract/cloud-types.ts'
import { defaultView, emptySearch, type SearchState } from './search-state.ts'

/** Limits of the API: characters of a keyword, of a filter word, of a plugin name; entries of a list. */
const maxKeywordLength = 200
const maxWordLength = 200
const maxNameLength = 100
const maxEntries = 500

/** Maximum concurrency; the server applies its own limits per upstream. */
const maxConcurrency = 128

/**
 * Normalises a keyword: one line without control characters, cut to the server's limit; empty if nothing visible is
 * left.
 */
export function normalizeKeyword(typed: string): string {
  const line = typed
    .replace(/[\t-\r]/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim()
  const kw = [...line].slice(0, maxKeywordLength).join('').trim()
  return /[^\s\p{Default_Ignorable_Code_Point}\p{Cf}]/u.test(kw) ? kw : ''
}

function hasAddress(text: string): boolean {
  return /:\/\/|magnet:/i.test(text)
}

/** Whether a text has to be read by `readPasted` before it is searched for: it has an address, or a cloud invites in it to a share by its name. */
export function isShareText(text: string): boolean {
  return hasAddress(text) || (/分享|复制.{0,4}(?:内容|口令)/.test(text) && /[「《『]/.test(text))
}

/** Whether `readText` has to read a text: it may have an address, the name of a channel, or an invitation of a cloud. */
export function mayBeShare(text: string): boolean {
  return hasAddress(text) || /\w\.[a-z]+\/|^\s*@|分享|复制/i.test(text)
}

export function splitWords(typed: string): string[] {
  const words = typed.split(/[,，]/).map((word) => word.replace(/\p{Cc}/gu, ' ').trim())
  return [...new Set(words)].filter((word) => word !== '' && word.length <= maxWordLength).slice(0, maxEntries)
}

/** Merges lists without duplicates, ignoring letter case; the first spelling wins. */
export function mergeNames(names: readonly string[], more: readonly string[]): readonly string[] {
  const byName = new Map<string, string>()
  for (const name of [...names, ...more]) {
    const key = name.toLowerCase()
    if (!byName.has(key)) byName.set(key, name)
  }
  return [...byName.values()]
}

function parseOneOf<Word extends string>(words: readonly Word[], value: string | null, fallback: Word): Word {
  return words.find((word) => word === value) ?? fallback
}

/** The keyword as it stands in the URL, or the text that an app shares with the installed page. */
export function rawKeyword(params: URLSearchParams): string {
  const of = (name: string) => params.get(name) ?? ''
  return of('kw') || `${of('text')} ${of('url')}`.trim() || of('title')
}

/** Parses the query of a URL; ignores invalid values. The text of a share is no keyword before it was read. */
export function parseSearchUrl(search: string): SearchState {
  const params = new URLSearchParams(search)
  const list = (name: string) => params.get(name) ?? ''
  const raw = rawKeyword(params)
  const share = params.get('share') ?? undefined
  const selectedTypes = new Set(splitWords(list('types')))
  const filters = {
    tab: parseOneOf<'all' | CloudType>(['all', ...cloudTypes], params.get('tab'), 'all'),
    include: splitWords(list('include')),
    exclude: splitWords(list('exclude')),
  }
  return {
    ...filters,
    kw: share === undefined && isShareText(raw) ? '' : normalizeKeyword(raw),
    share,
    src: parseOneOf(['all', 'tg', 'plugin'], params.get('src'), 'all'),
    channels: channelsOf(list('channels')),
    plugins: splitWords(list('plugins')).filter((name) => name.length <= maxNameLength),
    types: cloudTypes.filter((type) => selectedTypes.has(type)),
    view: parseOneOf(['works', 'links'], params.get('view'), defaultView(filters)),
    attributes: splitWords(list('attr')),
    sort: parseOneOf(['best', 'time'], params.get('sort'), 'best'),
    hidesDead: params.get('dead') === 'hide',
  }
}

/** Those besides all others begin with `+`, which in an address stands for a blank. */
function channelsOf(text: string): readonly string[] {
  const sign = /^[ +]/.test(text) ? '+' : ''
  const names = splitWords(text.replaceAll('+', ' ')).flatMap((entry) => channelName(entry) ?? [])
  return mergeNames([], names).map((name) => sign + name)
}

function requestParams({ kw, src, channels, plugins }: SearchState): [string, string][] {
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
export function searchUrl(ask: SearchState): string {
  const query = queryOf([
    ...requestParams(ask),
    ['types', ask.types.join(',')],
    ['share', ask.share ?? ''],
    ['view', ask.view === defaultView(ask) ? '' : ask.view],
    ['attr', ask.attributes.join(',')],
    ['tab', ask.tab === emptySearch.tab ? '' : ask.tab],
    ['sort', ask.sort === emptySearch.sort ? '' : ask.sort],
    ['include', ask.include.join(',')],
    ['exclude', ask.exclude.join(',')],
    ['dead', ask.hidesDead ? 'hide' : ''],
  ])
  const shown = query.replace(/channels=%2B[^&]+/, (part) => part.replaceAll('%2B', '+'))
  return query === '' ? '/' : `/?${shown}`
}

export function streamPath(ask: SearchState, { isRefresh }: { readonly isRefresh: boolean }): string {
  const query = queryOf([
    ...requestParams(ask),
    ['cloud_types', ask.types.join(',')],
    ['conc', String(maxConcurrency)],
    ['refresh', isRefresh ? 'true' : ''],
    ['res', 'works'],
    ['ext', '{"details":true}'],
  ])
  return `/api/search/stream?${query}`
}

/** Returns the path of the same search with one answer, without what only the page shows. */
export function jsonPath(ask: SearchState): string {
  return `/api/search?${queryOf([...requestParams(ask), ['cloud_types', ask.types.join(',')], ['conc', String(maxConcurrency)]])}`
}

/** Key of the request: equal for searches that differ only in how they are displayed. */
export function requestKey(ask: SearchState): string {
  return streamPath(ask, { isRefresh: false })
}
