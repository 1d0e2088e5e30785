// Which hosts are banned: of addresses, and in texts that name them.
import { domainToUnicode } from 'node:url'
import { foldedBare } from './folded-bare.ts'

/** Says of hosts whether they are banned. */
export interface HostTest {
  /** Does the address lie at one of the hosts, or below one? Never what is no address of the web. */
  isAt(address: string): boolean
  /** Does the text name one of the hosts, or one below it, as an address or by itself? */
  isNamedIn(text: string): boolean
}

/** Makes the test for these hosts. */
export function createHostTest(hosts: ReadonlySet<string>): HostTest {
  if (hosts.size === 0) return { isAt: () => false, isNamedIn: () => false }
  // Letters that are no ASCII stand next to others without a blank, so that names of them have no beginning to be seen.
  const foreign = [...hosts].filter((host) => host.includes('xn--')).map((host) => domainToUnicode(host))
  const isBelow = (name: string) => {
    const labels = endOf(name)
    for (let at = 0; at >= 0; at = labels.indexOf('.', at + 1)) {
      if (hosts.has(at === 0 ? labels : labels.slice(at + 1))) return true
    }
    return false
  }
  const isOneNamed = (text: string) =>
    (text.includes('.') && (text.match(namesInText) ?? []).some((name) => spellingsOf(name).some(isBelow))) ||
    foreign.some((host) => text.includes(host))
  return {
    isAt: (address) => isBelow(hostOf(address)),
    isNamedIn(text) {
      const folded = unescaped(foldedBare(foreign.length > 0 ? text : text.replaceAll(ideographs, ' ')))
      // The Chinese full stop ends a sentence, or stands for the dot, as browsers take it.
      return isOneNamed(folded) || (folded.includes('。') && isOneNamed(folded.replaceAll('。', '.')))
    },
  }
}

/** The greater part of most texts: where hosts have none they part names as blanks do, and need no folding. */
const ideographs = /[\u4e00-\u9fff]+/g

/** Addresses in texts may be escaped, as those inside others are. */
function unescaped(folded: string): string {
  return folded.includes('%') ? folded.replaceAll(/%[2-7][0-9a-f]/g, decodeURIComponent).toLowerCase() : folded
}

/** Characters of a name; none is longer. */
const longestHost = 253

/** The last labels of a name, as many as there can be in one. */
function endOf(name: string): string {
  if (name.length <= longestHost) return name
  const end = name.slice(-longestHost - 1)
  return end.slice(end.indexOf('.') + 1 || end.length)
}

/** Whatever may be a name, in a folded text. It always goes on from where it stopped, so that a long text is gone through once. */
const namesInText = /[a-z0-9_-]+(?:\.[a-z0-9_-]+)*/g

/** A name as it stands, and as it is where underscores, which hardly a name has, stand between it and other words. */
function spellingsOf(name: string): readonly string[] {
  return (name.includes('_') ? [name, ...name.split('_')] : [name]).map(withoutDashes)
}

/** Without dashes at its ends, which no name has. */
function withoutDashes(name: string): string {
  let [from, to] = [0, name.length]
  while (name[from] === '-') from += 1
  while (to > from && name[to - 1] === '-') to -= 1
  return name.slice(from, to)
}

/** What nearly all addresses look like; the others are left to the parser, which is slower. */
const plain = /^https?:\/\/([a-z0-9.-]+)(?=(?::\d{1,5})?(?:[/?#]|$))/

/** The name of the host in lower case; '' when it is no address of the web. */
function hostOf(address: string): string {
  const [, name] = plain.exec(address) ?? []
  const host = name ?? parsedHostOf(address)
  return host.endsWith('.') ? host.slice(0, -1) : host
}

function parsedHostOf(address: string): string {
  if (!/^\s*https?:/i.test(address) || !URL.canParse(address)) return ''
  return new URL(address).hostname
}
