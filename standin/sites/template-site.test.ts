// Tests the sites of the templates: titles and shares of the corpus, an empty list, a refusal.
import { expect, test } from 'vitest'
import { defaultNow } from '../corpus/corpus.ts'
import { listingsOf } from '../corpus/listings.ts'
import { type Sent, textOf } from '../mock-response.ts'
import { createTemplateSite, refusedKeyword, type SiteTemplate, templateTaste } from './template-site.ts'
import { dataSites } from './templates/data-sites.ts'
import { filmSites } from './templates/film-sites.ts'
import { forumSites } from './templates/forum-sites.ts'
import { htmlSites } from './templates/html-sites.ts'
import { jsonSites } from './templates/json-sites.ts'

// The keyword of yulinshufa is in GBK, which its fixture has.
const sites = [...dataSites, ...jsonSites, ...htmlSites, ...filmSites, ...forumSites].filter(
  ({ name }) => name !== 'yulinshufa',
)

/** The search for a keyword, made of the pattern of its path. */
function searchFor(site: SiteTemplate, kw: string): readonly [URL, Sent] {
  const { method = 'GET', path } = site.search
  const word =
    site.name === 'lou1'
      ? Buffer.from(kw).toString('hex').toUpperCase().replaceAll(/../g, '_$&')
      : encodeURIComponent(kw)
  const written = path.source
    .replaceAll(/\(\?:-\\d\)\?|\^|\$$|\.\*(?=filter|search)/g, '')
    .replace(/\((?:[^()]|\((?:[^()])*\))*\)/, word)
    .replaceAll('\\d+', '1')
    .replaceAll('-+', '-')
    .replaceAll('\\', '')
  const body = method === 'POST' ? JSON.stringify({ keyword: kw, title: kw, query: kw }) : ''
  const form = `${new URLSearchParams({ srchtxt: kw })}`
  const isForm = ['qupanshe', 'leso'].includes(site.name)
  return [
    new URL(written, `https://${site.hosts[0]}`),
    { method, headers: { 'content-type': isForm ? 'text/plain' : 'application/json' }, body: isForm ? form : body },
  ]
}

test.each(sites.map((site) => [site.name, site] as const))(
  '%s lists what it has, nothing, or a refusal',
  (name, site) => {
    const player = createTemplateSite(site, 1, defaultNow)
    const [listing] = listingsOf(name, templateTaste, 1, defaultNow).filter(({ title }) => !/[&<>"']/.test(title))
    const ask = (kw: string) => player.answer(...searchFor(site, kw))
    const kw = listing?.title ?? ''
    expect(textOf(ask(kw))).toContain(JSON.stringify(kw).slice(1, -1))
    expect(ask('no such title')).toEqual(player.nothingFound(new URL('https://x/')))
    expect(ask(refusedKeyword)).not.toEqual(ask('no such title'))
  },
)
