// Mock of yunsou (yunsou.md): a page whose results are in a script, as JSON in a single-quoted string.

import { chinaText, findLoosely, type Listing, listingsOf, type Offer, type SiteProfile } from '../corpus/listings.ts'
import type { CloudType } from '../corpus/post.ts'
import type { UpstreamHandler } from '../mock-response.ts'
import { createSeededRandom, type SeededRandom } from '../seeded-random.ts'
import { cloudNames } from './film-facts.ts'
import { decodePart, escapeHtml, htmlPage, notFoundPage } from './page-parts.ts'

/** The five clouds with a number, and one without; access codes in the URL or in a field. */
export const yunsouTaste: SiteProfile = {
  types: ['quark', 'aliyun', 'baidu', 'uc', 'xunlei', 'tianyi'],
  has: 0.45,
  codes: 'either',
  most: 4,
  spelled:
    /^https?:\/\/(?:pan\.quark\.cn|(?:www\.)?(?:alipan|aliyundrive)\.com|pan\.baidu\.com|drive\.uc\.cn|pan\.xunlei\.com|cloud\.189\.cn)\//,
}

interface Row {
  readonly id: number
  readonly source_category_id: number
  readonly title: string
  readonly is_type: number
  readonly code: string | null
  readonly url: string
  readonly is_time: number
  readonly name: string
  readonly times: string
  readonly category: { readonly source_category_id: number; readonly name: string } | null
}

const firstId = 51_000
const noNumber = 5
const numbers: ReadonlyArray<readonly [CloudType, number]> = [
  ['quark', 0],
  ['aliyun', 1],
  ['baidu', 2],
  ['uc', 3],
  ['xunlei', 4],
]
const categories = ['短剧', '电影', '电视剧', '动漫', '综艺']

function numberOf(type: CloudType, chance: SeededRandom): number {
  // The declared cloud and the host sometimes disagree.
  if (chance.happens(0.04)) return chance.whole(0, noNumber)
  return numbers.find(([known]) => known === type)?.[1] ?? noNumber
}

function titleOf({ title, work }: Listing, chance: SeededRandom): string {
  const [tag = ''] = work.tags
  const extra = chance.pick(['', '', '', ` [${work.year}][${tag}]`, " [Director's Cut]", ' "典藏版"', '\\剧场版/全集'])
  return `${title}${extra}`
}

function rowOf(listing: Listing, offer: Offer, at: number): Row {
  const chance = createSeededRandom('yunsou', listing.id, listing.title, at)
  const title = titleOf(listing, chance)
  const category = chance.whole(1, categories.length)
  return {
    id: firstId + listing.id * 10 + at,
    source_category_id: category,
    title,
    is_type: numberOf(offer.type, chance),
    code: offer.code === '' ? null : offer.code,
    url: offer.url,
    is_time: 0,
    name: title,
    times: chinaText(listing.at).slice(0, 10),
    category: chance.happens(0.08) ? null : { source_category_id: category, name: categories[category - 1] ?? '' },
  }
}

/** ASCII JSON with `\/`, as PHP writes it, escaped for single quotes; some titles contain a BEL character. */
function scriptText(rows: readonly Row[]): string {
  return JSON.stringify(rows)
    .replaceAll('/', String.raw`\/`)
    .replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replaceAll(' [', ' \u0007[')
    .replaceAll("'", String.raw`\'`)
    .replaceAll('},{', '},\n{')
}

function itemHtml({ id, title, times, category }: Row, cloud: string, at: number): string {
  return `<div class="item">
  <a href="javascript:;" onclick="linkBtn(this)" data-index="${at}" class="title">${escapeHtml(title)}</a>
  <div class="type cate">分类：${category?.name ?? ''}</div><div class="type time">${times}</div><div class="type"><span>来源：${cloud}</span></div>
  <div class="btns"><div class="btn">复制分享</div><a href="/d/${id}.html" class="btn">查看详情</a><a href="javascript:;" onclick="linkBtn(this)" data-index="${at}" class="btn">立即访问</a></div>
</div>`
}

function searchPage(kw: string, found: readonly Listing[]): string {
  const rows: Row[] = []
  const items: string[] = []
  for (const listing of found) {
    for (const [at, offer] of listing.offers.entries()) {
      const row = rowOf(listing, offer, at)
      items.push(itemHtml(row, `${cloudNames[offer.type]}网盘`, rows.length))
      rows.push(row)
    }
  }
  return `<!DOCTYPE html><html><head><meta charset="utf-8"><title>${escapeHtml(kw)} - 云搜</title><link rel="stylesheet" href="/static/css/style.css"></head><body>
<div class="header"><a href="/">云搜影视</a><input id="keyword" value="${escapeHtml(kw)}"></div>
<div class="list">
${items.join('\n')}
</div>
<script type="text/javascript" src="/static/js/jquery.min.js"></script>
<script type="text/javascript" charset="utf-8">
function linkBtn(element) {
  const index = element.getAttribute('data-index');
  var jsonData = '${scriptText(rows)}';
  const list = JSON.parse(jsonData);
  window.open(list[index].url, '_blank');
}
</script></body></html>
`
}

function keywordOf(pathname: string): string {
  const [, kw = ''] = /^\/s\/([^/]+)\.html$/.exec(pathname) ?? []
  return decodePart(kw)
}

/** Mock of yunsou.xyz. */
export function createYunsou(seed: number, now: Date): UpstreamHandler {
  const listings = listingsOf('yunsou', yunsouTaste, seed, now)
  return {
    answer({ pathname }) {
      const kw = keywordOf(pathname)
      return kw === '' ? notFoundPage() : htmlPage(searchPage(kw, findLoosely(listings, kw)))
    },
    nothingFound: ({ pathname }) => htmlPage(searchPage(keywordOf(pathname), [])),
  }
}
