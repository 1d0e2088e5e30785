// Pages of xuexizhinan (xuexizhinan.md): result cards, and a film page.

import type { Listing, Offer } from '../corpus/listings.ts'
import { createSeededRandom, type SeededRandom } from '../seeded-random.ts'
import { cloudNames, factsOf, posterOf } from './film-facts.ts'
import { escapeHtml } from './page-parts.ts'

const site = 'https://xuexizhinan.com'

/** Book ids are this number plus the listing id. */
export const firstBookId = 90_000

function frame(title: string, main: string): string {
  return `<!DOCTYPE html>
<html lang="zh-CN"><head><meta charset="UTF-8"><title>${escapeHtml(title)} | 4K指南</title><link rel="stylesheet" href="${site}/wp-content/themes/onenav/css/style.css"></head>
<body class="archive"><div class="page-container"><div class="sidebar-nav"><ul><li class="sidebar-item"><a href="${site}/books/new">影视</a></li></ul></div>
<div class="content-wrap"><div class="content-layout">
${main}
</div></div>
<footer class="main-footer"><a href="https://example.org/">虚构的站点，只为测试</a></footer></div></body></html>
`
}

function cardHtml({ id, title, work }: Listing): string {
  const url = `${site}/book/${firstBookId + id}.html`
  return `<div class="url-card col-6 col-sm-4 col-md-3 col-lg-4 col-xl-5a"><div class="card-book list-item">
  <div class="media media-5x7 p-0 rounded"><a class="media-content" href="${url}" target="_blank" data-bg="url(${posterOf(firstBookId + id)})"></a></div>
  <div class="list-content"><div class="list-body">
    <a href="${url}" target="_blank" class="list-title text-md overflowClip_1">
      ${escapeHtml(title)}
    </a>
    <div class="list-subtitle text-muted text-xs overflowClip_1">${work.mark}</div>
  </div></div>
</div></div>`
}

/** The result page of a search. */
export function cardsPage(kw: string, found: readonly Listing[]): string {
  const cards = found.map(cardHtml).join('\n')
  const none = '<div class="col-lg-12"><div class="nothing mb-4">没有内容</div></div>'
  return frame(
    `${kw} 的搜索结果`,
    `<h4 class="text-gray text-lg mb-4">“${escapeHtml(kw)}”的搜索结果</h4><div class="row">${cards === '' ? none : cards}</div>`,
  )
}

/** A line with a magnet link; its ampersands are raw or escaped. */
function magnetHtml({ url, truth }: Offer, chance: SeededRandom): string {
  const full = url.includes('&')
    ? url
    : `${url}&dn=${encodeURIComponent(truth.work)}&tr=udp%3A%2F%2Ftracker.example.org%3A1337`
  return `<li class="my-2"><span class="mr-3">磁力链接 :</span>${chance.happens(0.5) ? escapeHtml(full) : full}</li>`
}

function buttonHtml({ type, url }: Offer, chance: SeededRandom): string {
  // Some button labels name the wrong cloud; only the host is reliable.
  const name = chance.happens(0.1) ? '夸克网盘' : `${cloudNames[type]}网盘`
  return `<a target="_blank" href="${escapeHtml(url)}" class="btn btn-arrow rounded-lg" title="${name}"><span class="b-name">${name}</span><i class="iconfont icon-arrow-r"></i></a>`
}

function bodyHtml({ work }: Listing, chance: SeededRandom): string {
  const { director, actors, area, category, plot } = factsOf(work)
  const release = `${work.year}-${String(chance.whole(1, 12)).padStart(2, '0')}-${String(chance.whole(1, 28)).padStart(2, '0')}`
  const lines = [
    `导演: ${director}`,
    `主演: ${actors.join(' / ')}`,
    `类型: ${category}`,
    ...(chance.happens(0.85) ? [`上映日期: ${release}(${area})`] : []),
    'IMDb: tt0000000',
  ]
  return `<div class="panel-body single mb-4 "><p>&#8220;${lines.map(escapeHtml).join('<br />')}&#8221;</p><p>${escapeHtml(plot)}</p></div>`
}

function infoHtml({ work, offers }: Listing, chance: SeededRandom): string {
  const magnets = offers.filter(({ type }) => type === 'magnet').map((offer) => magnetHtml(offer, chance))
  const drives = offers.filter(({ type }) => type !== 'magnet').map((offer) => buttonHtml(offer, chance))
  return `<div class="book-info mb-3"><div class="row main card"><div class="col-12 col-lg-9 left my-2"><p>${work.mark}</p><div>
  <ul><li class="my-2"><span class="mr-3">大小 :</span>${work.size}</li>${magnets.join('')}</ul>
  ${drives.length === 0 ? '' : `<div class="site-go mt-3">${drives.join('')}</div>`}
</div></div></div></div>`
}

/** A film page; some have no heading, so that only `<title>` contains the name. */
export function bookPage(listing: Listing): string {
  const { id, title, work } = listing
  const chance = createSeededRandom('xuexizhinan', id, title)
  const tags = [factsOf(work).category, '影视'].map(
    (tag) => `<span class="mr-2"><a href="${site}/books/demo" rel="tag">${tag}</a></span>`,
  )
  const heading = chance.happens(0.1) ? '' : `<h1>${escapeHtml(title)}</h1>`
  return frame(
    `${title} 4K下载`,
    `<div class="book-cover mb-3"><div class="text-center position-relative"><img class="rounded shadow" src="${posterOf(firstBookId + id)}" alt="${escapeHtml(title)}"></div></div>
<div class="book-header mt-3">${heading}<div class="my-2">${tags.join('')}</div></div>
${infoHtml(listing, chance)}
${bodyHtml(listing, chance)}`,
  )
}
