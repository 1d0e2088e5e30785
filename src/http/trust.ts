// Which proxies are believed when they say for whom they ask, and whom they name.
import { addressOf, blockOf, createBlockTest } from './addresses.ts'

/** The words for what most people mean; private networks from RFC 1918, RFC 4193 and those of one link. */
const words: ReadonlyMap<string, readonly string[]> = new Map([
  ['loopback', ['127.0.0.0/8', '::1']],
  [
    'private',
    ['127.0.0.0/8', '::1', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7', '169.254.0.0/16', 'fe80::/10'],
  ],
])

/**
 * Reads `TRUST_PROXY`: addresses and blocks, `loopback`, `private`. Gives the blocks, each in its one spelling.
 * @throws Error with a sentence for an entry that is none of these.
 */
export function readTrust(text: string): readonly string[] {
  return text
    .split(/[,\s]+/)
    .filter((entry) => entry !== '')
    .flatMap((entry) => words.get(entry.toLowerCase()) ?? [blockOr(entry)])
}

function blockOr(entry: string): string {
  const block = blockOf(entry)
  if (block === undefined)
    throw new Error(
      `must list addresses or blocks of your proxies (127.0.0.1, 10.0.0.0/8), loopback or private; not ${JSON.stringify(entry.slice(0, 40))}`,
    )
  if (block.endsWith('/0')) throw new Error(`${block} would believe everybody, so that anybody could say to be anybody`)
  return block
}

/** Who asks: of the addresses that a request came by, given by the connection's and a header, the nearest that is none of our proxies. */
export type Origin = (connected: string, forwardedFor: string | undefined) => string

/** Makes that for the proxies of these blocks; without any it is always the connection's. */
export function createOrigin(blocks: readonly string[]): Origin {
  if (blocks.length === 0) return (connected) => connected
  const isProxy = createBlockTest(blocks)
  return (connected, forwardedFor) => {
    if (forwardedFor === undefined || !isProxy(connected)) return connected
    let nearest = connected
    for (const part of forwardedFor.split(',').reverse()) {
      const address = addressOf(bare(part))
      // A proxy of ours that does not know whom it asks for is as near as it gets.
      if (address === undefined) return nearest
      nearest = address
      if (!isProxy(address)) return address
    }
    return nearest
  }
}

/** Some proxies write the port too: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function bare(part: string): string {
  const text = part.trim()
  return /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text
}
