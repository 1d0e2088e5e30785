// Forums: Discuz (discuz.md) and a single one (lou1.md).
import { chinaText } from '../../corpus/listings.ts'
import type { MockResponse } from '../../mock-response.ts'
import { escapeHtml as e } from '../page-parts.ts'
import { anchors, captcha, pageOf, rows } from '../template-parts.ts'
import type { Entry, SiteTemplate } from '../template-site.ts'

function threads(entries: readonly Entry[], excerpt: (one: Entry) => string): MockResponse {
  return entries.length === 0
    ? pageOf('<p>对不起，没有找到匹配结果。</p>')
    : pageOf(
        `<ul>${rows(entries, (one) => `<li class="pbw" id="${one.id}"><h3 class="xs3"><a href="thread-${one.id}-1-1.html">${e(one.title)}</a></h3><p class="xg1">0 个回复</p><p>${excerpt(one)}</p><p><span>${chinaText(one.at).slice(0, 16)}</span> - <span><a>演示</a></span> - <span><a>影视</a></span></p></li>`)}</ul>`,
      )
}

function bytesOf(hex: string): Buffer {
  return Buffer.from(hex.replaceAll(/[^\dA-F]/g, ''), 'hex')
}

export const forumSites: readonly SiteTemplate[] = [
  {
    name: 'qupanshe',
    hosts: ['www.qupanshe.com'],
    search: { method: 'POST', path: /^\/search\.php\?mod=forum$/ },
    keyword: ({ body }) => new URLSearchParams(body).get('srchtxt') ?? '',
    list: (entries) => threads(entries, anchors),
    fixed: { '/': pageOf('<form><input type="hidden" name="formhash" value="a1b2c3d4"></form>') },
    refusal: pageOf('<p>抱歉，您在 15 秒内只能进行一次搜索</p>'),
  },
  {
    name: 'leso',
    hosts: ['www.leso.cc'],
    search: { method: 'POST', path: /^\/search\.php\?searchsubmit=yes$/ },
    keyword: ({ body }) => new URLSearchParams(body).get('srchtxt') ?? '',
    list: (entries) => threads(entries, () => '演示'),
    item: {
      path: /^\/thread-(\d+)-1-1\.html$/,
      answer: (one) => pageOf(`<table><tr><td class="t_f" id="postmessage_1">${anchors(one)}</td></tr></table>`),
    },
    refusal: pageOf('<p>您所在的用户组无法进行此操作</p>'),
  },
  {
    name: 'lou1',
    hosts: ['www.1lou.me'],
    search: { path: /^\/search-((?:_[0-9A-F]{2})+)\.htm$/ },
    keyword: (_sent, written) => bytesOf(written).toString(),
    list: (entries) =>
      pageOf(
        `<ul class="threadlist">${rows(entries, (one) => `<li class="thread"><div class="subject"><a href="thread-${one.id}.htm">${e(one.title)}</a></div></li>`)}</ul>`,
      ),
    item: {
      path: /^\/thread-(\d+)\.htm$/,
      answer: (one) => pageOf(`<div class="message" isfirst="1">${anchors(one)}</div>`),
    },
    refusal: captcha,
  },
]
