// Engine discuz: the guest search of Discuz forums (upstreams/search/plugins-2026-11/discuz.md).
import { z } from 'zod'
import { pageHeaders } from '../../parsing/browser-headers.ts'
import { findWithin, type PageNode, type ParsedPage, parseItems, unnestedNodes } from '../../parsing/html.ts'
import { richTextOf } from '../../parsing/rich-text.ts'
import { oneLine, titleText } from '../../parsing/text.ts'
import { chinaTime } from '../../parsing/times.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Io } from '../../upstream/source.ts'
import type { Engine, Site } from '../engine.ts'
import { addressOf, askPage, type ItemPage, withDetails } from '../list-and-details.ts'
import { limitText, throwIfRefused, throwUnreadable, titleHasKeyword, withoutHashLinks } from '../plugin-parsing.ts'

const options = z.object({
  search: z
    .string()
    .regex(/^\/\S*$/, 'must be a path like /search.php?mod=forum')
    .default('/search.php?mod=forum'),
  /** Where the links are: in the excerpts of the list, or in the threads. */
  links: z.enum(['list', 'threads'], 'must be list or threads').default('list'),
})
type Options = z.output<typeof options>

const maxThreads = 60
/** Between the steps of a search, and between two searches of a guest. */
const [stepRate, searchRate] = [{ perMs: 2_000 }, { perMs: 15_000 }]

export default {
  options,
  limits: { parallel: 3, attempts: 1, attemptMs: 10_000, redirects: 3 },
  details: 8,
  async ask({ kw }, io, site) {
    const page = await askList(kw, io, site)
    const nodes = unnestedNodes(page, page('li.pbw'), maxThreads)
    if (nodes.length === 0) throwUnlessEmpty(page)
    const read = (node: PageNode) => readThread(page, node, site.base_url)
    const threads = parseItems(nodes, read, 'a list of threads without numbers and titles')
    if (site.options.links === 'list')
      return threads.filter(({ title }) => titleHasKeyword(title, kw)).map(({ url: _url, ...post }) => post)
    return withDetails(threads, io, { kw, details: site.details, read: ({ url }) => readFirstPost(url, io, site) })
  },
} satisfies Engine<Options>

/** The forum's search: its page gives a form hash and cookies to guests, and redirects to the list. */
async function askList(kw: string, io: Io, { base_url, options }: Site<Options>): Promise<ParsedPage> {
  const form = new URLSearchParams({ srchtxt: kw, searchsubmit: 'yes' })
  let cookie = ''
  if (options.links === 'list') {
    const headers = { ...pageHeaders, referer: `${base_url}/` }
    const [home, cookies] = await Promise.all([
      io.html(`${base_url}/`, { headers, rate: searchRate }),
      io.cookies(`${base_url}/`, { headers, rate: stepRate }),
    ])
    const hash = home('input[name="formhash"]').first().attr('value') ?? ''
    if (hash === '') throwUnreadable(home, 'the forum gives no form hash')
    form.set('formhash', hash)
    cookie = cookies
  } else {
    form.set('mod', 'forum')
  }
  return io.html(`${base_url}${options.search}`, {
    method: 'POST',
    headers: {
      ...pageHeaders,
      'content-type': 'application/x-www-form-urlencoded',
      origin: base_url,
      referer: `${base_url}/`,
      ...(cookie === '' ? {} : { cookie }),
    },
    body: `${form}`,
    rate: options.links === 'list' ? stepRate : searchRate,
  })
}

/** @throws UpstreamError unless the page says that nothing was found. */
function throwUnlessEmpty(page: ParsedPage): void {
  const text = oneLine(page.root().text())
  if (text.includes('没有找到匹配结果')) return
  throwIfRefused(text)
  if (/您所在的用户组|需要先登录|请先登录/.test(text)) throw new UpstreamError('blocked', 'the forum wants a login')
  throw new UpstreamError('mismatch', 'the page is not a list of threads')
}

function readThread(page: ParsedPage, node: PageNode, base_url: string) {
  const find = (selector: string) => findWithin(page, node, selector)
  const name = find('h3 a').first()
  const id = /^\d{1,15}$/.exec(page(node).attr('id') ?? '')?.[0]
  const title = titleText(name.html() ?? '')
  if (id === undefined || title === '') return undefined
  const facts = find('p').last().find(':scope span').toArray()
  const [time] = facts
  const excerpt = find('p').not('.xg1').not(find('p').last()).first()
  const written = time === undefined ? '' : oneLine(page(time).text())
  const tag = oneLine(page(facts.at(-1)).text())
  return {
    id,
    title,
    url: addressOf(name.attr('href'), `${base_url}/`),
    ...withoutHashLinks(limitText(richTextOf(excerpt.toArray()))),
    at: chinaTime(written.replaceAll(/(?<=-)\d(?!\d)/g, '0$&')),
    tags: facts.length > 1 && tag !== '' ? [tag] : [],
  }
}

async function readFirstPost(url: string, io: Io, { base_url }: Site<Options>): Promise<ItemPage> {
  const page = await askPage(io, url, `${base_url}/`)
  const numbered = page('td[id^="postmessage_"]')
  const post = (numbered.length > 0 ? numbered : page('td.t_f')).first()
  if (post.length === 0) throw new UpstreamError('mismatch', 'the page is not a thread')
  return withoutHashLinks(limitText(richTextOf(post.toArray())))
}
