// Detail page of the DYXS2 template (labi.md): facts, one tab of links per cloud, and related films as a trap.

import type { Listing, Offer } from '../corpus/listings.ts'
import { createSeededRandom, type SeededRandom } from '../seeded-random.ts'
import { cloudNames, factsOf } from './film-facts.ts'
import { auxHtml, coverOf, detailPath, frame, mainHtml, placeholder } from './maccms-list.ts'
import type { MaccmsSite } from './maccms-site.ts'
import { escapeHtml } from './page-parts.ts'

/** The three places of the URL, fewer in some rows; in other rows anchors without a target precede it. */
function rowHtml(label: string, offer: Offer, chance: SeededRandom): string {
  const url = escapeHtml(offer.url)
  const shape = chance.pick(['whole', 'whole', 'whole', 'dead button', 'dead first', 'bare'])
  const copy = `href="javascript:;" data-clipboard-text="${url}"`
  if (shape === 'bare') {
    return `<div class="module-row-one"><div class="module-row-info"><a class="module-row-text copy" ${copy}></a></div></div>`
  }
  const first =
    shape === 'dead first' ? '<a class="module-row-play" href="javascript:;"><i class="icon-play"></i></a>' : ''
  return `<div class="module-row-one"><div class="module-row-info">
      ${first}<a class="module-row-text copy" ${copy}>
        <i class="icon-video-file"></i>
        <div class="module-row-title"><h4>${escapeHtml(label)}</h4><p>${url}</p></div>
      </a>
      <div class="module-row-shortcuts">
        <a class="btn-pc btn-down" href="${shape === 'dead button' ? 'javascript:;' : url}"><i class="icon-download"></i><span>下载</span></a>
        <a class="btn-copyurl copy" ${copy}><i class="icon-url"></i><span class="btn-pc">复制链接</span></a>
      </div>
    </div></div>`
}

function rowsHtml({ work }: Listing, offers: readonly Offer[], chance: SeededRandom): readonly string[] {
  const rows = offers.map((offer, at) =>
    rowHtml(`${work.title} - ${at === 0 ? '全集' : `第${at + 1}部分`}`, offer, chance),
  )
  const [first] = offers
  // A repeated URL is still one share.
  return first !== undefined && chance.happens(0.15) ? [...rows, rowHtml(`${work.title} - 备用`, first, chance)] : rows
}

function downloadHtml(listing: Listing, chance: SeededRandom): string {
  const tabs = Map.groupBy(listing.offers, ({ type }) => type)
  if (tabs.size === 0) return ''
  const heads: string[] = []
  const blocks: string[] = []
  for (const [type, offers] of tabs) {
    const rows = rowsHtml(listing, offers, chance)
    const name = `${cloudNames[type]}云盘`
    const selected = heads.length === 0 ? ' selected' : ''
    heads.push(
      `<div class="module-tab-item downtab-item${selected}"><span data-dropdown-value="${name}">${name}</span><small>${rows.length}</small></div>`,
    )
    blocks.push(
      `  <div class="module-list module-player-list sort-list module-downlist${selected}"><div class="scroll-box-y">
    ${rows.join('\n    ')}
  </div></div>`,
    )
  }
  return `<div class="module" id="download-list" name="download-list">
  <div class="module-heading"><h2 class="module-title">影片下载</h2>
    <div class="module-tab module-player-tab"><div class="module-tab-items"><div class="module-tab-content">
      ${heads.join('\n      ')}
    </div></div></div></div>
${blocks.join('\n')}
</div>`
}

/** Other films at the bottom, in the classes of a list; one of them shows a link that does not belong to this film. */
function relatedHtml(site: MaccmsSite, others: readonly Listing[], chance: SeededRandom): string {
  const items = others.map((other) => {
    const title = escapeHtml(other.title)
    return `<div class="module-item"><div class="module-item-cover"><div class="module-item-pic"><a href="${detailPath(site, other)}" title="${title}"><i class="icon-play"></i></a><img class="lazy lazyload" data-src="${coverOf(site, other)}" src="${placeholder}" alt="${title}"></div></div><div class="module-item-titlebox"><a href="${detailPath(site, other)}" class="module-item-title" title="${title}">${title}</a></div></div>`
  })
  const stray = others.flatMap(({ offers }) => offers).at(0)
  const shown =
    stray !== undefined && chance.happens(0.3)
      ? `<a class="module-row-text copy" href="${escapeHtml(stray.url)}" data-clipboard-text="${escapeHtml(stray.url)}">热门分享</a>`
      : ''
  return `<div class="module"><div class="module-heading"><h2 class="module-title">相关影片</h2></div><div class="module-list module-lines-list"><div class="module-items">
${items.join('\n')}${shown}
</div></div></div>`
}

/** The page of one film; without links it has no download list. */
export function detailPage(site: MaccmsSite, listing: Listing, listings: readonly Listing[]): string {
  const chance = createSeededRandom(site.name, 'detail', listing.id, listing.work.title)
  const facts = factsOf(listing.work)
  const title = escapeHtml(listing.title)
  const others = chance.some(
    listings.filter(({ work }) => work !== listing.work),
    6,
  )
  const image = `<img class="lazyload" alt="${title}" src="${placeholder}" data-src="${coverOf(site, listing)}">`
  const pic = `<div class="module-item-cover"><div class="module-item-pic">${image}</div></div>`
  return frame(
    site,
    listing.title,
    `<div class="box view-heading">
  ${site.poster === 'box' ? `<div class="video-cover">${pic}</div>` : `<div class="mobile-play">${pic}</div>`}
  <div class="video-info"><div class="video-info-header"><h1 class="page-title">${title}</h1>
    <h2 class="video-subtitle" title="又名：${escapeHtml(listing.work.title)}（虚构）">${escapeHtml(listing.work.title)}（虚构）</h2>
    ${auxHtml(listing, facts)}</div>
    ${mainHtml(facts)}
  </div></div>
${downloadHtml(listing, chance)}
${relatedHtml(site, others, chance)}`,
  )
}
