// Matches banned hosts in addresses and in texts.
import { domainToUnicode } from 'node:url'
import { normalizeForMatch } from './normalize-text.ts'

export function createHostMatcher(hosts: ReadonlySet<string>) {
  // Non-ASCII names have no visible start in a text without spaces, so they are searched as substrings.
  const foreign = [...hosts].filter((host) => host.includes('xn--')).map((host) => domainToUnicode(host))
  const isBelow = (name: string) => {
    const labels = lastLabels(name)
    for (let at = 0; at >= 0; at = labels.indexOf('.', at + 1)) {
      if (hosts.has(at === 0 ? labels : labels.slice(at + 1))) return true
    }
    return false
  }
  const isOneNamed = (text: string) =>
    (text.includes('.') && (text.match(namesInText) ?? []).some((name) => nameVariants(name).some(isBelow))) ||
    foreign.some((host) => text.includes(host))
  return {
    /** Whether the address is at one of the hosts or a subdomain. False for non-web addresses. */
    isAt: (address: string) => isBelow(hostOf(address)),
    /** Whether the text contains one of the hosts or a subdomain, in an address or alone. */
    isNamedIn(text: string): boolean {
      if (hosts.size === 0) return false
      const folded = unescaped(normalizeForMatch(foreign.length > 0 ? text : text.replaceAll(ideographs, ' ')))
      // The Chinese full stop ends a sentence, or is a dot, as in browsers.
      return isOneNamed(folded) || (folded.includes('。') && isOneNamed(folded.replaceAll('。', '.')))
    },
  }
}

/** Most of a typical text. If no banned host contains them they only separate names and need no folding. */
const ideographs = /[\u4e00-\u9fff]+/g

function unescaped(folded: string): string {
  return folded.includes('%') ? folded.replaceAll(/%[2-7][0-9a-f]/g, decodeURIComponent).toLowerCase() : folded
}

const maxHostLength = 253

/** The last labels of a name, up to the maximum length. */
function lastLabels(name: string): string {
  if (name.length <= maxHostLength) return name
  const end = name.slice(-maxHostLength - 1)
  return end.slice(end.indexOf('.') + 1 || end.length)
}

/** Possible host names in a folded text. Matches do not overlap, so that a long text is scanned once. */
const namesInText = /[a-z0-9_-]+(?:\.[a-z0-9_-]+)*/g

/** A name as written, and split at underscores, which are rare in names and may separate them from other words. */
function nameVariants(name: string): readonly string[] {
  return (name.includes('_') ? [name, ...name.split('_')] : [name]).map(withoutDashes)
}

function withoutDashes(name: string): string {
  let [from, to] = [0, name.length]
  while (name[from] === '-') from += 1
  while (to > from && name[to - 1] === '-') to -= 1
  return name.slice(from, to)
}

/** Fast path for nearly all addresses; the others go through the slower URL parser. */
const plain = /^https?:\/\/([a-z0-9.-]+)(?=(?::\d{1,5})?(?:[/?#]|$))/

/** The host name in lower case; '' for non-web addresses. */
function hostOf(address: string): string {
  const [, name] = plain.exec(address) ?? []
  const host = name ?? parsedHostOf(address)
  return host.endsWith('.') ? host.slice(0, -1) : host
}

function parsedHostOf(address: string): string {
  if (!/^\s*https?:/i.test(address) || !URL.canParse(address)) return ''
  return new URL(address).hostname
}
