// Clouds without a type: their shares are identified by the normalised address.
import { codeInAddress } from './access-code-format.ts'
import type { ParsedAddress } from './hash-links.ts'
import { leadingAddress } from './url-suffix.ts'

// Hosts and the paths of their shares.
const otherHosts: ReadonlyMap<string, RegExp> = new Map([
  ['share.weiyun.com', /^\/\w/],
  ['jianguoyun.com', /^\/p\/[\w-]+/],
  ['ctfile.com', /^\/\w+\/[\w-]/],
  ['mega.nz', /^\/(?:file\/|folder\/|#)/],
  ['drive.google.com', /^\/(?:file|drive|open|uc|folderview)\b./],
  ['1drv.ms', /^\/\w/],
  ['onedrive.live.com', /^\/[?\w]/],
  ['wenshushu.cn', /^\/\w+\/\w/],
  ['cowtransfer.com', /^\/s\/\w/],
  ['dropbox.com', /^\/(?:s|sh|scl|t)\/\w/],
])

// Families of hosts: Lanzou moves through lanzoui, lanzoux and so on, and both it and CTFile give each user a subdomain.
const families: ReadonlyArray<readonly [RegExp, RegExp]> = [
  [/^(?:[a-z0-9-]{1,40}\.)?lanzou[a-z]{0,2}\.com$/, /^\/[\w-]{3}/],
  [/^[a-z0-9-]{1,40}\.ctfile\.com$/, /^\/\w+\/[\w-]/],
]

const codeName = /^(?:pwd|password|p)=/i
const tracking = /^(?:entry|from|channel|origin|spm|usp|dl|utm_\w{1,20}|fbclid|gclid)(?:=|$)/i

// The fragment of a Mega address is the decryption key; it may end in a character that is trimmed elsewhere.
const megaAddress = /^\/(?:(?:file|folder)\/[\w-]+(?:#[\w-]+)?|#F?![\w-]+(?:![\w-]+)?)/

/** The share paths of a host (lower case, without `www.`); undefined if it is not such a cloud. */
export function otherPaths(host: string): RegExp | undefined {
  return otherHosts.get(host) ?? families.find(([pattern]) => pattern.test(host))?.[1]
}

/** Parses a share of a cloud without a type: host as written, address from its path on, paths of `otherPaths`. */
export function readOther(found: string, rest: string, paths: RegExp): ParsedAddress | undefined {
  const host = found.replace(/^www\./, '')
  const mega = host === 'mega.nz'
  const address = (mega ? megaAddress.exec(rest)?.[0] : undefined) ?? leadingAddress(rest)
  if (!paths.test(address)) return undefined
  const [located = '', fragment = ''] = address.split('#', 2)
  const [path = '', ...queries] = located.split('?')
  const values = queries.flatMap((query) => query.split(/&(?:amp;)?/))
  const parameters = values.filter((value) => value !== '' && !codeName.test(value) && !tracking.test(value))
  const query = parameters.length > 0 ? `?${parameters.join('&')}` : ''
  const anchor = mega && fragment !== '' ? `#${fragment}` : ''
  const pathAndQuery = `${path.replace(/\/$/, '')}${query}${anchor}`
  const given = values.find((value) => codeName.test(value)) ?? ''
  const password = codeInAddress(given, given.indexOf('=') + 1)
  return { code: host + pathAndQuery, url: `https://${found}${pathAndQuery}`, password, length: address.length }
}
