// Clouds without a type: their shares are identified by the normalised address.
import { codeInAddress } from './access-code-format.ts'
import type { ParsedAddress } from './hash-links.ts'
import { type OtherCloud, otherClouds } from './other-clouds-table.ts'
import { defaultCodeNames, leadingAddress } from './url-suffix.ts'

const cloudOfHost = new Map(otherClouds.flatMap((cloud) => cloud.hosts.map((host) => [host, cloud])))
const cloudOfParent = new Map(
  otherClouds.flatMap((cloud) => (cloud.hasSubdomains ? cloud.hosts.map((host) => [host, cloud]) : [])),
)
const families = otherClouds.filter(({ pattern }) => pattern !== undefined)

const codeNames = new Set([...defaultCodeNames, 'p'])
const tracking = /^(?:entry|from|channel|origin|spm|usp|dl|utm_\w{1,20}|fbclid|gclid)(?:=|$)/i

// TeraBox writes the code of a share without its leading 1 in these.
const teraBoxCode = /^\/(?:sharing\/link|wap\/share\/filelist)\?(?:[^#]*&)?surl=([\w-]+)/

// The fragment of a Mega address is the decryption key; it may end in a character that is trimmed elsewhere.
const megaAddress = /^\/(?:(?:file|folder)\/[\w-]+(?:#[\w-]+)?|#F?![\w-]+(?:![\w-]+)?)/

/** The cloud at a host (lower case, without `www.`); undefined if it is not such a cloud. */
export function otherCloud(host: string): OtherCloud | undefined {
  const known = cloudOfHost.get(host) ?? cloudOfParent.get(host.slice(host.indexOf('.') + 1))
  return known ?? families.find(({ pattern }) => pattern?.test(host))
}

/** Parses a share of a cloud without a type: host as written, address from its path on. */
export function readOther(found: string, rest: string, cloud: OtherCloud): ParsedAddress | undefined {
  const address = (cloud.hasFragment ? megaAddress.exec(rest)?.[0] : undefined) ?? leadingAddress(rest)
  if (!cloud.paths.test(address)) return undefined
  const [located = '', fragment = ''] = address.split('#', 2)
  const [path = '', ...queries] = located.split('?')
  const values = queries.flatMap((query) => query.split(/&(?:amp;)?/))
  const parameters = values.filter((value) => value !== '' && !isCode(value) && !tracking.test(value))
  const query = parameters.length > 0 ? `?${parameters.join('&')}` : ''
  const anchor = cloud.hasFragment && fragment !== '' ? `#${fragment}` : ''
  const given = values.find(isCode) ?? ''
  const password = codeInAddress(given, given.indexOf('=') + 1)
  const host = (cloud.isMerged ? cloud.hosts[0] : undefined) ?? found.replace(/^www\./, '')
  const teraBox = teraBoxCode.exec(address)?.[1]
  const code = teraBox === undefined ? path.replace(/\/$/, '') + query + anchor : `/s/1${teraBox}`
  return { code: host + code, url: `https://${found}${path}${query}${anchor}`, password, length: address.length }
}

function isCode(value: string): boolean {
  return codeNames.has(value.split('=', 1)[0]?.toLowerCase() ?? '') && value.includes('=')
}
