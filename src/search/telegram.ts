// The sources of a public Telegram channel, over its web preview: of searches, and of its page.
import { z } from 'zod'
import { pageHeaders } from '../parsing/browser-headers.ts'
import { UpstreamError } from '../upstream/errors.ts'
import { freeBody } from '../upstream/net/body.ts'
import type { Source } from '../upstream/source.ts'
import type { SearchSource } from './plugin.ts'
import { readChannelPage } from './telegram/page.ts'

// English first, because the recorded pages are in English.
const headers = {
  ...pageHeaders,
  'accept-language': 'en-US,en;q=0.9,zh-CN;q=0.8',
}

/**
 * Creates the source of a channel, listed or not; `name` is a valid channel name without `@`.
 *
 * An ask is one request: t.me searches the channel and returns at most 20 posts, the newest last. A channel without a
 * preview redirects, which is not followed and ends as `mismatch` (telegram.md, section 5).
 */
export function telegramChannel(name: string): SearchSource {
  const home = `https://t.me/s/${name}`
  return {
    id: `tg:${name}`,
    home,
    // t.me supports HTTP/2: a hundred asks share two connections.
    limits: { parallel: 128, attempts: 2, askMs: 4_000, redirects: 0, bodyBytes: 2 * 1024 * 1024 },
    keyOf: (query) => query.kw,
    doubtsEmpty: true,
    async ask(query, io) {
      const page = await io.bytes(`${home}?q=${encodeURIComponent(query.kw)}`, { headers }).catch(nameMissingPreview)
      const posts = readChannelPage(page)
      freeBody(page)
      return posts
    },
  }
}

/** Enough to recognise a channel by. */
const maxTextLength = 300

const channelPost = z.strictObject({ text: z.string().max(maxTextLength), at: z.number().exactOptional() })
/** A post of the page of a channel: the start of its text, and its time in epoch milliseconds. */
type ChannelPost = Readonly<z.output<typeof channelPost>>

/**
 * Creates the source of the page of a channel: its latest posts, the newest last. The items are plain data, because a replica or a restarted
 * process receives them as JSON, which has no dates: a channel whose posts have no times looks silent.
 */
export function channelPage(name: string): Source<object, ChannelPost> {
  const channel = telegramChannel(name)
  return {
    ...channel,
    // No keyword of a search is empty.
    keyOf: () => '',
    isItem: (item) => channelPost.safeParse(item).success,
    async ask(_query, io) {
      const posts = await channel.ask({ kw: '', ext: {} }, io)
      return posts.map(({ text, at }) => ({
        text: text.slice(0, maxTextLength).toWellFormed(),
        ...(at && { at: at.getTime() }),
      }))
    },
  }
}

/** t.me redirects to the landing page of a name that has no preview. */
function nameMissingPreview(error: unknown): never {
  if (!(error instanceof UpstreamError) || error.reason?.code !== 'redirected') throw error
  throw new UpstreamError(error.kind, error.message, { reason: { code: 'no_preview' }, cause: error })
}
