// Sites with a page of results, and mostly a page for each (the sheets of plugins-2026-11 with HTML samples).
import { chinaText } from '../../corpus/listings.ts'
import { json } from '../json-parts.ts'
import { escapeHtml as e, htmlPage } from '../page-parts.ts'
import { anchors, captcha, day, first, pageOf, rows } from '../template-parts.ts'
import type { SiteTemplate } from '../template-site.ts'

const throttled = pageOf('<p>请不要频繁操作，搜索时间间隔为3秒</p>')

/** The list in one of three places of a page at /s/KEYWORD.html. */
const copyText: readonly SiteTemplate[] = [
  {
    name: 'yunsou',
    hosts: ['wpys.cc'],
    search: { path: /^\/s\/([^/]+?)(?:-\d)?\.html$/ },
    list: (entries) =>
      pageOf(
        `<div class="list">${rows(entries, (one) => `<div class="item" data-title="${e(one.title)}"><a class="title">${e(one.title)}</a><div class="type">来源：网盘</div><div class="type time">${day(one)}</div><div class="btn" @click.stop="copyText($event, '${e(one.title)}', '${e(first(one))}', '')">复制</div></div>`)}</div><el-pagination :total="${entries.length}"></el-pagination>`,
      ),
    refusal: captcha,
  },
  {
    name: 'haitunsou',
    hosts: ['www.haitunsou.com'],
    search: { path: /^\/s\/([^/]+)\.html$/ },
    list(entries) {
      const list = JSON.stringify(
        entries.map((one) => ({
          id: one.id,
          title: one.title,
          is_type: 0,
          code: null,
          url: one.links[0] ?? '',
          times: day(one),
          category: { name: '影视' },
        })),
      )
      return pageOf(
        `<script>const list = JSON.parse('${list.replaceAll(/[\\'"]/g, '\\$&').replaceAll('<', '\\u003c')}');</script>`,
      )
    },
    refusal: captcha,
  },
  {
    name: 'zlxapp',
    hosts: ['www.zlxapp.top'],
    search: { path: /^\/s\/([^/]+)\.html$/ },
    list(entries) {
      const list = entries.map((one) => ({
        id: one.id,
        title: one.title,
        description: '',
        is_type: 0,
        code: '',
        url: '',
        times: day(one),
        links: one.links.map((url, id) => ({ id, url, code: '', is_type: 0, status: 1, is_delete: 0 })),
      }))
      return pageOf(`<script>const listItemsData = ${JSON.stringify(list).replaceAll('<', '\\u003c')};</script>`)
    },
    refusal: captcha,
  },
]

const drives: readonly SiteTemplate[] = [
  {
    name: 'panxiaozi',
    hosts: ['pan.xiaozi.cc'],
    search: { path: /^\/resource\?q=([^&]*)/ },
    list(entries) {
      if (entries.length === 0) return pageOf('<p>没有找到匹配结果</p>')
      const items = entries.map((one, at) => ({
        '@type': 'ListItem',
        position: at + 1,
        name: one.title,
        url: `https://pan.xiaozi.cc/resource/${one.id}`,
      }))
      return pageOf(
        `<script type="application/ld+json">${JSON.stringify({ '@type': 'ItemList', itemListElement: items })}</script>`,
      )
    },
    item: {
      path: /^\/resource\/(\d+)$/,
      answer: (one) =>
        pageOf(
          `<script type="application/ld+json">${JSON.stringify({ '@type': 'CreativeWork', name: one.title, dateModified: one.at.toISOString() })}</script><h1>x</h1><script>demo.push({resource:{diskList:[${one.links.map((url) => `{id:"1",diskType:"夸克",url:"${url.replaceAll('/', '\\/')}"}`).join(',')}]}})</script>`,
        ),
    },
    refusal: captcha,
  },
  {
    name: 'ataw',
    hosts: ['so.ataw.top'],
    search: { path: /^\/\?q=([^&]*)&b=/ },
    list: (entries) =>
      pageOf(
        `<form><input name="q"></form><ul>${rows(entries, (one) => `<li><a href="/resources/${one.id}?b=quark">${e(one.title)}</a></li>`)}</ul>`,
      ),
    item: {
      path: /^\/api\/v1\/public\/resources\/(\d+)\?/,
      answer: (one) =>
        json({
          id: one.id,
          title: one.title,
          description: '',
          links: one.links.map((url) => ({ platform: '', url })),
          submitTime: one.at.getTime(),
          isDeleted: false,
        }),
    },
    refusal: captcha,
  },
  {
    name: 'xiaoyu',
    hosts: ['xykmovie.com'],
    search: { path: /^\/s\/\d+\/([^/?]+)$/ },
    list: (entries) =>
      pageOf(
        `<div class="count">共 <strong>${entries.length}</strong> 条 <strong>1/1</strong></div><div class="search-list">${rows(entries, (one) => `<div class="item"><div class="name"><a class="open" data-id="${one.id}" data-url="${Buffer.from(one.links[0] ?? '').toString('base64')}" data-code="">${e(one.title)}</a></div><div class="atips">${chinaText(one.at)}</div></div>`)}</div>`,
      ),
    refusal: captcha,
  },
  {
    name: 'sousou',
    hosts: ['www.panso.vip'],
    search: { path: /^\/search\?q=([^&]*)/ },
    list: (entries) =>
      pageOf(
        `<form></form>${rows(entries, (one) => `<div class="search-item"><a class="search-item-title" href="/doc/${one.id}.html">${e(one.title)}</a><span class="search-item-meta-item">${day(one)}</span></div>`)}`,
      ),
    item: {
      path: /^\/doc\/(\d+)\.html$/,
      answer: (one) =>
        pageOf(
          `<div class="resource-box"><h1>${e(one.title)} - 网盘搜索</h1><a class="jump-link" href="${e(first(one))}">打开</a></div>`,
        ),
    },
    refusal: htmlPage('<h1>567</h1>', 567),
  },
  {
    name: 'duanjuw',
    hosts: ['sm3.cc'],
    search: { path: /^\/so\/search\.php\?act=search&q=([^&]*)/ },
    list: (entries) =>
      pageOf(
        `<div class="message system"><div class="bubble">为您找到：<br>${entries.map((one, at) => `${at + 1}、《${e(one.title)}》<br>${anchors(one)}<br>`).join('')}</div></div>`,
      ),
    refusal: throttled,
  },
  {
    name: 'djgou',
    hosts: ['duanjugou.top'],
    search: { path: /^\/search\.php\?q=([^&]*)/ },
    list: (entries) =>
      pageOf(
        `<form></form>${rows(entries, (one) => `<article class="post-item-row"><h2 class="post-title"><a href="/post/${one.id}.html">${e(one.title)}</a></h2><span class="post-date">${day(one)}</span></article>`)}`,
      ),
    item: {
      path: /^\/post\/(\d+)\.html/,
      answer: (one) => pageOf(`<div class="post-content"><p>${anchors(one)}</p></div>`),
    },
    refusal: pageOf('<script>window.location.href = "/search.php?btwaf=1";</script>'),
  },
  {
    name: 'quarksoo',
    hosts: ['quarksoo.cc'],
    search: { path: /^\/search\.php\?q=([^&]*)/ },
    list: (entries) =>
      pageOf(
        `<h2>搜索结果：${entries.length} 条</h2><table>${rows(entries, (one) => `<tr><td>${e(one.title)}</td><td><a href="${e(first(one))}">网盘</a></td></tr>`)}</table>`,
      ),
    refusal: throttled,
  },
  {
    name: 'ting77',
    hosts: ['sou.77ting.top'],
    search: { path: /^\/search\?q=([^&]*)/ },
    list: (entries) =>
      pageOf(
        `<form></form>${rows(entries, (one) => `<a class="resource-row" href="/resource/${one.id}"><span class="row-title">${e(one.title)}</span><span class="row-date">${day(one)}</span><span class="cloud-badge quark">夸克</span></a>`)}`,
      ),
    item: {
      path: /^\/go\?id=(\d+)&/,
      answer: (one) => ({ status: 302, headers: { location: one.links[0] ?? '' }, body: '' }),
    },
    fixed: { '/api/link/token': json({ code: 0, message: 'ok', data: { token: 'tok1', ts: '1777713330' } }) },
    refusal: captcha,
  },
]

export const htmlSites: readonly SiteTemplate[] = [...copyText, ...drives]
