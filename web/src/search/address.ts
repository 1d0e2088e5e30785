// A search as an address: what stands in the address bar, and what the service is asked by.
import type { CloudType } from '../../../src/contract/search.ts'
import { noAsk, type SearchAsk } from './ask.ts'
import { cloudOrder } from './cloud-names.ts'

/** Bounds of the contract: characters of a keyword, of one word of a filter, of a plugin's name; entries of a list. */
const longestKw = 200
const longestWord = 200
const longestName = 100
const mostEntries = 500

/** As many sources asked side by side as there may be: what is too much for an upstream, the service knows better. */
const sideBySide = 128

/** A keyword as it may be sent: one line without control characters, cut to what the service takes; empty when nothing of it can be seen. */
export function tidyKw(typed: string): string {
  const line = typed
    .replace(/[\t-\r]/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim()
  const kw = [...line].slice(0, longestKw).join('').trim()
  return /[^\s\p{Default_Ignorable_Code_Point}\p{Cf}]/u.test(kw) ? kw : ''
}

/** Words as they are typed, with commas between. */
export function wordsOf(typed: string): string[] {
  const words = typed.split(/[,，]/).map((word) => word.replace(/\p{Cc}/gu, ' ').trim())
  return [...new Set(words)].filter((word) => word !== '' && word.length <= longestWord).slice(0, mostEntries)
}

/** The bare name of a channel, however it is spelled; undefined when it names none. */
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

/** Reads the query of an address; what it says wrongly is left out. */
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

/** What goes to the service. */
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

/** The address of a search within the page; what is as it is at first is left out. */
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

/** Where the service is asked for it, as a stream. */
export function streamPath(ask: SearchAsk, isRefresh: boolean): string {
  const query = queryOf([
    ...asked(ask),
    ['cloud_types', ask.types.join(',')],
    ['conc', String(sideBySide)],
    ['refresh', isRefresh ? 'true' : ''],
    ['ext', '{"details":true}'],
  ])
  return `/api/search/stream?${query}`
}

/** The same for searches that ask the service the same, however they are shown. */
export function askedKey(ask: SearchAsk): string {
  return streamPath(ask, false)
}
