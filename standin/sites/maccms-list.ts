// List page of the DYXS2 template (labi.md), and the pages that can replace it.

import type { Listing } from '../corpus/listings.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { type FilmFacts, factsOf, posterOf } from './film-facts.ts'
import type { MaccmsSite } from './maccms-site.ts'
import { escapeHtml } from './page-parts.ts'

/** The placeholder picture of lazily loaded covers. */
export const placeholder = '/template/DYXS2/static/picture/loading.png'

/** The path of an item's detail page. */
export function detailPath({ firstId }: MaccmsSite, { id }: Listing): string {
  return `/index.php/vod/detail/id/${firstId + id}.html`
}

/** The URL of an item's cover; some use the public image proxy. */
export function coverOf({ firstId }: MaccmsSite, { id }: Listing): string {
  const poster = posterOf(firstId + id)
  return id % 3 === 0 ? `https://wsrv.nl/?url=${poster}` : poster
}

/** A complete page of the template around its main part. */
export function frame({ title }: MaccmsSite, heading: string, main: string): string {
  return `<!DOCTYPE html>
<html lang="zh-CN"><head><meta charset="utf-8"><title>${escapeHtml(heading)} - ${title}</title>
<meta name="keywords" content="演示,虚构"><link rel="stylesheet" href="/template/DYXS2/static/css/style.css">
<script src="/template/DYXS2/static/js/jquery.min.js"></script><script>var maccms={"path":"","mid":"1","aid":"13"};</script></head>
<body><div class="page search"><header id="header" class="wrapper"><div class="nav content"><div class="nav-search"><form action="/index.php/vod/search.html" method="get"><input type="search" name="wd" class="search-input" placeholder="搜索影片"></form></div>
<ul class="nav-menu-items"><li class="nav-menu-item"><a href="/" title="首页">首页</a></li><li class="nav-menu-item"><a href="/index.php/vod/type/id/29.html" title="演示剧集">演示剧集</a></li></ul></div></header>
<div id="main" class="wrapper"><div class="content">
${main}
</div></div>
<footer id="footer" class="wrapper"><p class="sitemap"><a href="/rss.xml">RSS</a><span class="space-line-bold"></span><a href="https://example.org/">虚构的站点，只为测试</a></p></footer></div></body></html>
`
}

/** Category, year and area: the first tag is an anchor, the others contain one. */
export function auxHtml({ work }: Listing, { area, category }: FilmFacts): string {
  return `<div class="video-info-aux">
        <a href="/index.php/vod/type/id/29.html" title="${category}" class="tag-link"><span class="video-tag-icon">${category}</span></a>
        <div class="tag-link"><a href="/index.php/vod/search/year/${work.year}.html" target="_blank">${work.year}</a></div>
        <div class="tag-link"><a href="/index.php/vod/search/area/demo.html" target="_blank">${area}</a></div>
      </div>`
}

function folkRow(label: string, kind: string, names: readonly string[]): string {
  const slash = '<span class="slash">/</span>'
  const anchors = names.map(
    (name) =>
      `<a href="/index.php/vod/search/${kind}/${encodeURIComponent(name)}.html" target="_blank">${escapeHtml(name)}</a>${slash}`,
  )
  return `<div class="video-info-items"><span class="video-info-itemtitle">${label}：</span><div class="video-info-item video-info-actor">${slash}${anchors.join('')}</div></div>`
}

/** Director, cast and plot. */
export function mainHtml({ director, actors, plot }: FilmFacts): string {
  return `<div class="video-info-main">
      ${folkRow('导演', 'director', [director])}
      ${folkRow('主演', 'actor', actors)}
      <div class="video-info-items"><span class="video-info-itemtitle">剧情：</span><div class="video-info-item">${escapeHtml(plot)}</div></div>
    </div>`
}

function itemHtml(site: MaccmsSite, listing: Listing): string {
  const facts = factsOf(listing.work)
  const title = escapeHtml(listing.title)
  const path = detailPath(site, listing)
  const picture =
    site.picture === 'detail' ? path : `/index.php/vod/play/id/${site.firstId + listing.id}/sid/1/nid/1.html`
  // Some items contain only their name, as in the sample of duoduo.md.
  const isTerse = createSeededRandom(site.name, 'item', listing.id).happens(0.1)
  return `<div class="module-search-item">
  <div class="video-cover"><div class="module-item-cover"><div class="module-item-pic">
    <a href="${picture}" title="立刻播放${title}"><i class="icon-play"></i></a>
    <img class="lazy lazyload" data-src="${coverOf(site, listing)}" src="${placeholder}" alt="${title}">
  </div></div></div>
  <div class="video-info">
    <div class="video-info-header">
      <a class="video-serial" href="${path}" title="${title}">${listing.work.mark}</a>
      <h3><a href="${path}" title="${title}">${title}</a></h3>
      ${isTerse ? '' : auxHtml(listing, facts)}
    </div>
    ${isTerse ? '' : mainHtml(facts)}
    <div class="video-info-footer"><a href="${path}" class="btn-important btn-base"><i class="icon-play"></i><strong>查看详情</strong></a></div>
  </div>
</div>`
}

interface Place {
  readonly kw: string
  /** Starts at 1. */
  readonly page: number
  readonly pages: number
}

function pagingHtml({ kw, page, pages }: Place): string {
  if (pages < 2) return ''
  const link = (to: number, label: string) =>
    `<a href="/index.php/vod/search/wd/${encodeURIComponent(kw)}/page/${to}.html" class="page-number page-next" title="${label}">${label}</a>`
  return `<div id="page">${link(1, '首页')}<span class="page-number page-current display">${page}</span>${link(Math.min(page + 1, pages), '下一页')}${link(pages, '尾页')}</div>`
}

/** The result page of a search. */
export function listPage(site: MaccmsSite, rows: readonly Listing[], place: Place): string {
  const kw = escapeHtml(place.kw)
  const empty = `<div class="empty"><p>没有找到与“<strong>${kw}</strong>”相关的影片</p></div>`
  return frame(
    site,
    `${place.kw}搜索结果`,
    `<div class="title-search"><h1 class="search-title">搜索 "<strong class="theme-color">${kw}</strong>"</h1></div>
<div class="module"><div class="module-list"><div class="module-items">
${rows.length === 0 ? empty : rows.map((row) => itemHtml(site, row)).join('\n')}
</div></div></div>
${pagingHtml(place)}`,
  )
}

/** The page outside opening hours (duoduo.md, difference 6). */
export function closedPage(site: MaccmsSite): string {
  return frame(
    site,
    '闭站维护',
    '<div class="overlay" style="position:fixed;inset:0;z-index:99999"><div class="overlay-text"><h2>本站每天 18:00 至次日 05:00 开放</h2><p>现在是闭站时间，请晚些再来。</p></div></div>',
  )
}

/** The page for clients that search too often; its status is 200 (labi.md, dead ends). */
export function throttledPage({ title }: MaccmsSite): string {
  return `<!DOCTYPE html><html><head><meta charset="utf-8"><title>系统提示 - ${title}</title></head><body><div class="mac_msg_jump"><div class="msg_jump_tit">系统提示</div><div class="text">亲爱的：请不要频繁操作，搜索时间间隔为3秒</div><div class="jump">页面自动<a id="href" href="javascript:history.back(-1);">跳转</a></div></div></body></html>
`
}
