// Fuzzing of replies: recorded bodies of channels, plugins, hot lists, share checks and feeds, changed.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { CloudShare } from '../../src/search/clouds/recognise.ts'
import type { Post } from '../../src/search/plugin.ts'
import { limitPost, parsePost } from '../../src/search/posts/parse-post.ts'
import { readChannelPage } from '../../src/search/telegram/page.ts'
import { UpstreamError } from '../../src/upstream/errors.ts'
import { decodeText } from '../../src/upstream/net/charset.ts'
import { parseFeed } from '../../src/upstream/net/feed.ts'
import { parsePage } from '../../src/upstream/net/html-page.ts'
import { checkAsks, type FixtureAsk, listAsks, searchAsks } from '../../test/kit/replay.ts'
import { type Area, type Reading, readOrRefuse, type Sample } from './area.ts'
import { expectLinksIn } from './expect-links.ts'
import { replayAsk } from './replay-ask.ts'

const fixtures = join(import.meta.dirname, '../../fixtures')

function isMismatch(error: unknown): boolean {
  return error instanceof UpstreamError && error.kind === 'mismatch'
}

function sharesOf(posts: readonly Post[]): CloudShare[] {
  return posts.flatMap((post) =>
    parsePost('tg:fuzz', limitPost(post)).flatMap(({ links }) => links.map(({ share }) => share)),
  )
}

const telegramSamples: readonly Sample[] = ['telegram', 'telegram-albums-2026', 'telegram-page-2026'].flatMap(
  (folder) =>
    readdirSync(join(fixtures, 'search', folder))
      .filter((file) => file.endsWith('.html'))
      .map(
        (file): Sample => ({
          name: `${folder}/${file}`,
          text: readFileSync(join(fixtures, 'search', folder, file), 'latin1'),
          isBinary: true,
          read: (text) => {
            const bytes = Buffer.from(text, 'latin1')
            return readOrRefuse(
              () => sharesOf(readChannelPage(bytes)),
              isMismatch,
              (shares) => expectLinksIn(bytes.toString(), shares),
            )
          },
        }),
      ),
)

function isPost(item: unknown): item is Post {
  return typeof item === 'object' && item !== null && 'anchors' in item
}

/** Addresses that plugins put around an id. */
const builtAddresses = 'https://archive.org/details/'

/** Asks a source over its recorded replies with one of them changed. */
async function readReply(ask: FixtureAsk, index: number, text: string, shape: z.ZodType): Promise<Reading> {
  const body = Buffer.from(text, 'latin1')
  const exchanges = ask.exchanges.map((one, at) => (at === index ? { ...one, body } : one))
  try {
    const items = await replayAsk(ask, exchanges)
    const check = () => {
      for (const item of items) shape.parse(item)
      const replies = exchanges.flatMap(({ url, headers, body }) => [
        ...[url, `${headers.location ?? ''}`, Buffer.from(body).toString()],
      ])
      expectLinksIn([builtAddresses, ...replies].join('\n'), sharesOf(items.filter(isPost)))
    }
    return { isAccepted: true, check }
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    return { isAccepted: false }
  }
}

const listItem = z.looseObject({ id: z.string().min(1), url: z.string().regex(/^https?:/) })

/** A sample for each reply of each fixture; `shape` holds for each item. */
function replySamples(asks: readonly FixtureAsk[], shape: z.ZodType = z.unknown()): Sample[] {
  return asks.flatMap((ask) =>
    ask.exchanges.map(({ body }, index) => ({
      name: `${ask.name}, reply ${index + 1}`,
      text: Buffer.from(body).toString('latin1'),
      isBinary: true,
      read: (text: string) => readReply(ask, index, text, shape),
    })),
  )
}

/** Every feed and page of the lists, by the parsers that all lists share. */
async function documentSamples(): Promise<Sample[]> {
  return (await listAsks()).flatMap(({ name, exchanges }) =>
    exchanges.flatMap(({ body, headers }) => {
      const text = decodeText(body, headers['content-type']?.toString())
      if (!/^\s*[<{]/.test(text)) return []
      const isPage = /^\s*<(?:!doctype html|html)/i.test(text)
      const parse: (document: string) => unknown = isPage ? (page: string) => parsePage(page)('a').length : parseFeed
      return [{ name, text, read: (other: string) => readOrRefuse(() => parse(other), isMismatch) }]
    }),
  )
}

const markup = [
  ...['<base href="//x">', '<a href="'],
  ...'<div </div> <item> </item> <br/> <section <title> <entry> <link>'.split(' '),
]
const json = ['"data":', '"list":', '"__proto__":', '{"a":', '[{', '}]', '\\u0000', '\\ud800', '"code":', '"url":"']

export const replyAreas: readonly Area[] = [
  {
    name: 'telegram',
    percent: 8,
    pieces: [...markup, 'data-post="', 'tgme_widget_message'],
    samples: async () => telegramSamples,
  },
  { name: 'plugins', percent: 12, pieces: [...markup, ...json], samples: async () => replySamples(await searchAsks()) },
  {
    name: 'lists',
    percent: 16,
    pieces: [...markup, ...json],
    samples: async () => replySamples(await listAsks(), listItem),
  },
  { name: 'checks', percent: 8, pieces: json, samples: async () => replySamples(await checkAsks()) },
  { name: 'feeds', percent: 8, pieces: markup, samples: documentSamples },
]
