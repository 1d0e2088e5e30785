// A channel name → a source: one search in one public Telegram channel, by its web preview.
import { pageHeaders } from '../reading/browser.ts'
import type { SearchSource } from './plugin.ts'
import { readChannelPage } from './telegram/page.ts'

const megabyte = 1024 * 1024

// English first: the pages we know were recorded in it.
const headers = {
  ...pageHeaders,
  'accept-language': 'en-US,en;q=0.9,zh-CN;q=0.8',
}

/**
 * The source of a channel, listed or not; `name` is a valid channel name without `@`.
 *
 * An ask is one exchange: t.me searches the channel itself and answers with at most 20 posts, the newest last. A name
 * without a preview is answered by a redirect, which is not followed and so ends as `mismatch` (telegram.md, section 5).
 */
export function telegramChannel(name: string): SearchSource {
  const home = `https://t.me/s/${name}`
  return {
    id: `tg:${name}`,
    home,
    // t.me speaks HTTP/2, where a hundred asks share two connections.
    limits: { parallel: 128, attempts: 2, askMs: 4_000, redirects: 0, bodyBytes: 2 * megabyte },
    keyOf: (query) => query.kw,
    doubtsEmpty: true,
    ask: async (query, io) => readChannelPage(await io.bytes(`${home}?q=${encodeURIComponent(query.kw)}`, { headers })),
  }
}
