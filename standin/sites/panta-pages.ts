// Pages of the forum panta (panta.md): search results, and a thread with its replies.

import { chinaText, type Listing, type Offer } from '../corpus/listings.ts'
import { createSeededRandom, type SeededRandom } from '../seeded-random.ts'
import { cloudNames, factsOf, posterOf } from './film-facts.ts'
import { escapeHtml } from './page-parts.ts'

/** Topic ids are this number plus the listing id. */
export const firstTopicId = 70_000

function frame(title: string, main: string): string {
  return `<!DOCTYPE html>
<html lang="zh-CN"><head><meta charset="utf-8"><title>${escapeHtml(title)} - 演示论坛</title><link rel="stylesheet" href="common/default/css/main.css"></head>
<body><div class="header"><a href="index">首页</a><a href="https://www.example.org/app">手机版</a><form action="search"><input name="keyword"></form></div>
<div class="main">
${main}
</div>
<div class="footer"><a href="https://example.org/">虚构的论坛，只为测试</a></div></body></html>
`
}

/** The code labels of panta.md; common ones are repeated. */
const codeWords = ['提取码：', '提取码: ', '提取码：', '密码：', '密码: ', 'pwd: ', 'pwd=', '验证码：', '口令：']

/** One link as an anchor or plain text, followed by its access code when the URL does not contain it. */
function offerHtml({ type, url, code }: Offer, chance: SeededRandom, isAnchor: boolean): string {
  const shown = escapeHtml(url)
  const link = isAnchor ? `<a href="${shown}" target="_blank">${shown}</a>` : shown
  const label = chance.pick([`${cloudNames[type]}云盘：`, `${cloudNames[type]}：`, '链接：'])
  return `${label}${link}${code === '' ? '' : ` ${chance.pick(codeWords)}${code}`}`
}

function summaryHtml(listing: Listing, chance: SeededRandom): string {
  // All links or none: a client that finds one here need not read the thread.
  if (listing.offers.length > 0 && chance.happens(0.4)) {
    return listing.offers.map((offer) => offerHtml(offer, chance, true)).join(' ')
  }
  const { plot } = factsOf(listing.work)
  return `${escapeHtml(plot.slice(0, 40).replace(/[。!.， ]+$/, ''))}，${chance.pick(['链接见正文', '看贴内', '详见一楼'])}`
}

function timeText(listing: Listing, chance: SeededRandom): string {
  return chance.happens(0.05) ? chance.pick(['刚刚', '3天前', '']) : chinaText(listing.at)
}

function topicHtml(listing: Listing): string {
  const chance = createSeededRandom('panta', 'topic', listing.id, listing.title)
  return `<div class="topicItem">
  <a href="thread?topicId=${firstTopicId + listing.id}">${escapeHtml(headingOf(listing))}</a>
  <h2 class="summary">${summaryHtml(listing, chance)}</h2>
  <span class="postTime">发表时间：${timeText(listing, chance)}</span>
</div>`
}

function headingOf({ title, work }: Listing): string {
  const [tag = ''] = work.tags
  return work.year % 2 === 0 ? `[${tag}] ${title}` : title
}

/** The result page of a search. */
export function searchPage(kw: string, found: readonly Listing[]): string {
  const list = found.length === 0 ? '<div class="noData">没有找到相关内容</div>' : found.map(topicHtml).join('\n')
  return frame(`${kw} 搜索`, `<div class="searchResult">${list}</div>`)
}

const replies = [
  '谢谢楼主分享',
  '已转存，很清楚',
  '提取码在一楼',
  '2031 年那一版有吗？',
  '失效了请说一声，谢谢！',
  '楼上的密码 是多少？',
]

function contentHtml(listing: Listing, offers: readonly Offer[], chance: SeededRandom): string {
  const lines = offers.map((offer) => {
    const html = offerHtml(offer, chance, chance.happens(0.6))
    // Some people put the code on its own line.
    return `  <p>${chance.happens(0.2) ? html.replace(/ ((?:提取码|密码|验证码|口令)[：:])/, '</p>\n  <p>$1') : html}</p>`
  })
  return `<div class="topicContent">
  <p>${escapeHtml(factsOf(listing.work).plot)}</p>
  <p><img src="${posterOf(firstTopicId + listing.id)}" alt="">大小：${listing.work.size}</p>
${lines.join('\n')}
  <p><a href="https://www.example.org/help">怎样转存</a> <a href="user/1">楼主的其他主题</a></p>
</div>`
}

function replyHtml(html: string): string {
  return `<div class="comment"><span class="userName">演示用户</span>
<div class="topicContent"><p>${html}</p></div></div>`
}

/** A topic with its replies; the last link may be in a reply. */
export function threadPage(listing: Listing): string {
  const chance = createSeededRandom('panta', 'thread', listing.id, listing.title)
  const { offers } = listing
  const isSplit = offers.length > 1 && chance.happens(0.25)
  const first = contentHtml(listing, isSplit ? offers.slice(0, -1) : offers, chance)
  const late = isSplit ? offers.slice(-1).map((offer) => `补一个 ${offerHtml(offer, chance, true)}`) : []
  const talk = [...chance.some(replies, chance.whole(0, 3)).map(escapeHtml), ...late]
  return frame(
    listing.title,
    `<div class="title">${escapeHtml(headingOf(listing))}</div>
<div class="info"><span class="postTime">发表时间：${chinaText(listing.at)}</span></div>
${[first, ...talk.map(replyHtml)].join('\n')}`,
  )
}
