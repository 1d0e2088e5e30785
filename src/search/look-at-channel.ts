// Reads the page of a channel before it is added: whether it has posts, and the newest.
import { channelName, channelSpellings } from '../contract/channel-spelling.ts'
import { badRequest } from '../http/errors.ts'
import type { Upstream } from '../upstream/upstream.ts'
import type { Catalogue } from './catalogue.ts'
import { channelPage } from './telegram.ts'

/** Creates the look at a channel. @throws (rejects) RequestError 400 for what is no channel; a failed request is an answer. */
export function createChannelLook(upstream: Pick<Upstream, 'ask'>, catalogue: Catalogue) {
  return async (written: string) => {
    const channel = channelName(written)
    if (channel === undefined) throw badRequest('channel', `is not a channel; allowed are ${channelSpellings}`)
    const listed = catalogue.channels.some((name) => name.toLowerCase() === channel.toLowerCase())
    const outcome = await upstream.ask(channelPage(channel), {}, { maxAgeMs: 0 })
    if (outcome.state === 'failed') {
      const { kind, detail, reason } = outcome.failure
      return { channel, listed, posts: 0, failure: { kind, detail, ...(reason && { reason }) } }
    }
    const last = outcome.items.at(-1)
    return { channel, listed, posts: outcome.items.length, ...(last && { last }) }
  }
}
