// Warns about a proxy in a private network that is not listed in TRUST_PROXY: all its clients share one rate limit.
import type { Logger } from '../log.ts'
import { addressOf, createBlockTest } from './addresses.ts'
import type { Client } from './client.ts'
import { readTrust } from './trust.ts'

export interface UnnamedProxy {
  /** Checks the client address and `X-Forwarded-For` of a request. */
  heard(client: Client, forwardedFor: unknown): void
  /** The warning, once one was logged. */
  notices(): readonly string[]
}

/** Requests before the warning; fewer may be a test by hand. */
const enough = 10

/** Creates the detector; it logs the warning once. */
export function createUnnamedProxy(proxies: readonly string[], log: Pick<Logger, 'warn'>): UnnamedProxy {
  const isNamed = createBlockTest(proxies)
  const isOwn = createBlockTest(readTrust('private'))
  const said: string[] = []
  let times = 0
  return {
    notices: () => said,
    heard({ address }, forwardedFor) {
      // A remote client that sends the header is not a misconfiguration, and gains nothing by it.
      if (said.length > 0 || forwardedFor === undefined || isNamed(address) || !isOwn(address)) return
      times += 1
      if (times < enough) return
      const sentence = `requests come through a proxy at ${addressOf(address)} that TRUST_PROXY does not list: rate limits and the allow list treat all its clients as that one address. If the proxy is yours and sets X-Forwarded-For itself, set TRUST_PROXY=${addressOf(address)}`
      said.push(sentence)
      log.warn(sentence)
    },
  }
}
