// Mock of t.me: channel pages for any name, and redirects for names without a preview.
import { channelTitle, createCorpus } from '../corpus/corpus.ts'
import { notFoundPage } from '../error-pages.ts'
import type { MockResponse, UpstreamHandler } from '../mock-response.ts'
import { hash } from '../seeded-random.ts'
import { type ChannelLook, pageHtml, sharedDecor } from './page.ts'
import { type PageQuery, selectPosts } from './select-posts.ts'

type Standing = 'preview' | 'no-preview' | 'unknown'

/**
 * The kind of a name. Names that start with `nopreview` have no preview; names that start with `nosuch` and invalid
 * names do not exist. One name in 40 has its preview switched off, depending on the seed.
 */
export function channelKind(name: string, seed: number): Standing {
  if (!/^[a-z][a-z0-9_]{3,31}$/i.test(name)) return 'unknown'
  const lower = name.toLowerCase()
  if (lower.startsWith('nosuch')) return 'unknown'
  if (lower.startsWith('nopreview')) return 'no-preview'
  return hash(`${seed}/preview/${lower}`) % 40 === 0 ? 'no-preview' : 'preview'
}

function html(body: string): MockResponse {
  return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }, body }
}

function redirect(location: string): MockResponse {
  return {
    status: 302,
    headers: { location, 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
    body: '',
  }
}

function idOf(params: URLSearchParams, name: string): number | undefined {
  const value = params.get(name) ?? ''
  return /^\d{1,15}$/.test(value) ? Number(value) : undefined
}

function queryOf(params: URLSearchParams): PageQuery {
  const before = idOf(params, 'before')
  const after = idOf(params, 'after')
  return {
    q: params.get('q') ?? '',
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  }
}

/** Creates the mock of t.me with the corpus of a seed and a fixed clock. */
export function createTelegram(seed: number, now: Date): UpstreamHandler {
  const corpus = createCorpus(seed, now)
  const decor = sharedDecor()
  const lookOf = (channel: string): ChannelLook => {
    const title = channelTitle(channel, seed)
    const about = `${title}：虚构的频道，只为测试。Invented channel for tests.`
    return { channel, title, avatar: decor.cdn(`avatar/${channel.toLowerCase()}`), decor, about, now }
  }
  const page = (channel: string, query: PageQuery): MockResponse =>
    html(pageHtml(lookOf(channel), query, selectPosts(corpus.postsOf(channel), query)))
  return {
    answer(url) {
      const [first = '', second = ''] = url.pathname.split('/').slice(1)
      if (first !== 's') return notFoundPage()
      return channelKind(second, seed) === 'preview'
        ? page(second, queryOf(url.searchParams))
        : redirect(`https://t.me/${second}`)
    },
    nothingFound(url) {
      const name = url.pathname.split('/')[2] ?? ''
      const channel = channelKind(name, seed) === 'unknown' ? 'demo_share' : name
      const q = url.searchParams.get('q') ?? ''
      return html(
        pageHtml(lookOf(channel), { q: q === '' ? 'demo' : q }, { posts: [], hasOlder: false, hasNewer: false }),
      )
    },
  }
}
