// Notices a proxy of one's own network that forwards requests and is not named in TRUST_PROXY: all its clients count as one.
import type { Logger } from '../log.ts'
import { addressOf, createBlockTest } from './addresses.ts'
import type { Client } from './client.ts'
import { readTrust } from './trust.ts'

export interface UnnamedProxy {
  /** Looks at who sends a request, and whether it says for whom. */
  heard(client: Client, forwardedFor: unknown): void
  /** A sentence, once there has been one. */
  notices(): readonly string[]
}

/** Fewer may have been somebody who tried something out. */
const enough = 10

/** Makes what notices it; it is said once in the log. */
export function createUnnamedProxy(proxies: readonly string[], log: Pick<Logger, 'warn'>): UnnamedProxy {
  const isNamed = createBlockTest(proxies)
  const isOwn = createBlockTest(readTrust('private'))
  const said: string[] = []
  let times = 0
  return {
    notices: () => said,
    heard({ address }, forwardedFor) {
      // Of strangers who send the header nothing is to be said: they gain nothing by it.
      if (said.length > 0 || forwardedFor === undefined || isNamed(address) || !isOwn(address)) return
      times += 1
      if (times < enough) return
      const sentence = `requests come through a proxy at ${addressOf(address)}, which TRUST_PROXY does not name: to rate limits and the allow list all its clients are that one address. If it is yours and sets X-Forwarded-For itself, set TRUST_PROXY=${addressOf(address)}`
      said.push(sentence)
      log.warn(sentence)
    },
  }
}
