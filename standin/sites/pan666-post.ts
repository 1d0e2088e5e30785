// HTML of pan666 forum posts (pan666.md): the ways people write URLs and codes, and posts with hidden links.

import type { Listing, Offer } from '../corpus/listings.ts'
import type { CloudType } from '../corpus/post.ts'
import { sentences } from '../corpus/vocabulary.ts'
import { createSeededRandom, type SeededRandom } from '../seeded-random.ts'
import type { Names } from './json-parts.ts'
import { escapeHtml } from './page-parts.ts'

const labels: Names = {
  baidu: '百度网盘',
  aliyun: '阿里云盘',
  tianyi: '天翼云盘',
  quark: '夸克网盘',
  uc: 'UC网盘',
  xunlei: '迅雷云盘',
  '115': '115网盘',
  '123': '123云盘',
  mobile: '移动云盘',
}

function labelOf(type: CloudType): string {
  return labels[type] ?? '网盘'
}

function anchor(href: string, label: string): string {
  return `<a href="${escapeHtml(href)}" rel="ugc noopener nofollow">${escapeHtml(label)}</a>`
}

function said(code: string, chance: SeededRandom): string {
  return chance.pick([`提取码: ${code}`, `提取码：${code}`, `密码：${code}`, `访问码：${code}`])
}

/** A paragraph with a URL; an access code is in one of several usual places. */
function paragraph({ type, url, code }: Offer, chance: SeededRandom): string {
  const link = anchor(url, url)
  if (code === '') {
    return chance.pick([
      `<p>链接: ${link}</p>`,
      `<p>${labelOf(type)}：<br>\n${link}</p>`,
      `<p>${labelOf(type)} ${anchor(url, '点此转存')}</p>`,
      `<p>${labelOf(type)}：${escapeHtml(url)} 自取</p>`,
    ])
  }
  const words = said(code, chance)
  return chance.pick([
    `<p>链接: ${link}<br>\n${words}</p>`,
    `<p>链接: ${link} ${words}</p>`,
    `<p>${anchor(url, labelOf(type))}（${words}）</p>`,
    `<p>${labelOf(type)}：${escapeHtml(url)}<br>\n<br>\n${words}</p>`,
    `<ul><li>${link}</li><li>${words}</li></ul>`,
  ])
}

/** A post with the links of a listing. */
export function openPost({ id, offers }: Listing, seed: number): string {
  const chance = createSeededRandom(seed, 'pan666', 'post', id)
  const blurb = `<p>${escapeHtml(chance.some(sentences, 2).join(''))}</p>`
  const rule = chance.happens(0.2) ? ['<p>解压密码：<code>demo2033</code> &amp; 请勿在线解压</p>'] : []
  // The archive's password precedes the links, with a line of text between them.
  const parts = [...rule, blurb, ...offers.map((offer) => paragraph(offer, chance))]
  return parts.join('\n\n')
}

/** A post that shows its links only after a reply. */
export function hiddenPost(chance: SeededRandom): string {
  return `<p>${chance.pick(sentences)}</p>\n\n<div class="reply2see"><p>此处内容需要<b>回复</b>后可见，提取码：d3m0</p></div>`
}
