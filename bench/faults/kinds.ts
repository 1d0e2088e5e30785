// The kinds of sources that are tried, each with a source that stays well, and the faults with what each must be called.

import { fixedShares } from '../../standin/clouds/share-states.ts'
import type { FaultKind } from '../../standin/faults.ts'

export interface Kind {
  readonly name: string
  readonly group: 'search' | 'lists' | 'check' | 'picture'
  /** The source that fails, and one of the same request that does not. */
  readonly id: string
  readonly well: string
  /** Its reply is a part of a page: nothing in it says where it ends. */
  readonly hasNoEnd?: true
  /** Where the fault is: a host, and a part of the URL. */
  readonly host: string
  readonly match?: string
}

const quark = `https://pan.quark.cn/s/${fixedShares.quark?.open}`
const uc = `https://drive.uc.cn/s/${fixedShares.uc?.open}`

function search(name: string, id: string, host: string, match?: string): Kind {
  return { name, group: 'search', id, well: 'plugin:jikepan', host, ...(match && { match }) }
}

function list(name: string, id: string, host: string, more: Pick<Kind, 'match' | 'hasNoEnd'> = {}): Kind {
  return { name, group: 'lists', id, well: 'tieba', host, ...more }
}

const pictures = { id: 'https://pic.gameres.com/a.png', well: 'https://img.ithome.com/b.png' }

export const kinds: readonly Kind[] = [
  search('channel', 'tg:demo_share', 't.me', '/s/demo_share'),
  search('plugin, one step', 'plugin:qupansou', 'v.funletu.com'),
  search('plugin, two steps', 'plugin:panta', 'www.91panta.cn', 'thread'),
  list('list by JSON', 'thepaper', 'cache.thepaper.cn'),
  list('list by HTML', 'ithome', 'www.ithome.com', { match: '/list/' }),
  list('list by a part of a page', 'sputniknewscn', 'sputniknews.cn', { hasNoEnd: true }),
  list('list by feed', 'nodeseek', 'rss.nodeseek.com'),
  list('declared list', 'mine', 'bbs.pcbeta.com'),
  { name: 'link check', group: 'check', id: quark, well: uc, host: 'drive-h.quark.cn' },
  { name: 'picture', group: 'picture', ...pictures, host: 'pic.gameres.com' },
]

/** Hosts of the sources that stay well. */
export const wellHosts =
  'api.jikepan.xyz tieba.baidu.com drive-h.uc.cn pc-api.uc.cn img.ithome.com drive-pc.quark.cn'.split(' ')

/** The declared list. */
export const sourcesFile = `mine:
  name: Mine
  feed: https://bbs.pcbeta.com/forum.php?mod=rss&fid=563&auth=0
`

export const settings = {
  CHANNELS: 'demo_share',
  ENABLED_PLUGINS: 'jikepan,qupansou,panta',
  ENABLED_SOURCES: 'thepaper,ithome,sputniknewscn,nodeseek,mine,tieba',
  RECHECK: 'off',
  HISTORY: 'off',
  ARCHIVE: 'off',
  MAX_LAG_MS: '0',
}

type Trouble =
  | { readonly standin: FaultKind; readonly amount?: number }
  | { readonly network: 'no name' | 'broken TLS' | 'private name' }

export interface FaultCase {
  readonly name: string
  readonly trouble: Trouble
  /** Half of the reply, with every sign of a whole one. */
  readonly halvesInSilence?: true
  /** The failures that name it; `answered` allows the right answer, late or in spite of the fault. */
  readonly failures: readonly string[]
}

export const late: readonly string[] = ['timeout', 'deadline_reached', 'open']
const blocked = ['blocked', 'open']

function played(name: string, standin: FaultKind, failures: readonly string[], amount?: number): FaultCase {
  return { name, trouble: amount === undefined ? { standin } : { standin, amount }, failures }
}

export const faultCases: readonly FaultCase[] = [
  played('slow', 'slow-start', ['answered'], 700),
  played('hang before headers', 'hang', late),
  played('hang in the body', 'hang-body', late),
  played('reset', 'reset', ['network', ...late]),
  ...(['500', '502', '503', '504'] as const).map((status) => played(status, status, ['unavailable', ...late])),
  played('429', '429', blocked),
  played('429 with Retry-After', '429-retry-after', blocked, 30),
  played('challenge page, 403', 'challenge-403', blocked),
  played('challenge page, 503', 'challenge-503', blocked),
  played('challenge page, 200', 'challenge-200', blocked),
  played('garbage', 'garbage', ['mismatch', 'unavailable']),
  played('half an answer, cut off', 'half', ['network', ...late]),
  {
    name: 'half an answer, as a whole one',
    trouble: { standin: 'truncated' },
    halvesInSilence: true,
    failures: ['mismatch'],
  },
  played('wrong charset, declared', 'declares-gbk', ['answered', 'mismatch']),
  played('wrong charset, sent', 'sends-gbk', ['mismatch', 'answered']),
  played('wrong type', 'wrong-type', ['mismatch']),
  played('huge', 'huge', ['mismatch', ...late], 64),
  played('endless', 'endless', late),
  played('compression bomb', 'bomb', ['mismatch'], 256),
  played('redirect loop', 'redirect-loop', ['mismatch']),
  played('redirect to loopback', 'redirect-loopback', ['mismatch']),
  played('redirect to a private address', 'redirect-private', ['mismatch']),
  { name: 'name not found', trouble: { network: 'no name' }, failures: ['network', ...late] },
  { name: 'broken TLS', trouble: { network: 'broken TLS' }, failures: ['network', ...late] },
  // Every view but the first has resolved the name before; each request opens a connection of its own.
  { name: 'name that becomes private', trouble: { network: 'private name' }, failures: ['network', ...late] },
]
