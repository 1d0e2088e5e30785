// Templates of the film sites, from the samples of their sheets.
import { json } from '../json-parts.ts'
import { escapeHtml as e, htmlPage } from '../page-parts.ts'
import { anchors, captcha, day, first, pageOf, rows } from '../template-parts.ts'
import type { SiteTemplate } from '../template-site.ts'

function playerSite(
  name: string,
  host: string,
  paths: { search: RegExp; detail: string; play: string; line: string },
): SiteTemplate {
  return {
    name,
    hosts: [host],
    search: { path: paths.search },
    list: (entries) =>
      pageOf(
        `<ul class="stui-vodlist">${rows(entries, (one) => `<li><div class="stui-vodlist__detail"><h4><a href="/${paths.detail}/${one.id}.html">${e(one.title)}</a></h4></div></li>`)}</ul>`,
      ),
    item: {
      path: new RegExp(`^/(?:${paths.detail}|${paths.play})/(\\d+)(?:-1-1)?\\.html$`),
      // The player is in the page of the film too: both have the same number.
      answer: (one) =>
        pageOf(
          `<div class="stui-content__detail"><h1 class="title">${e(one.title)}</h1></div><div class="stui-vodlist__head"><h3>${paths.line}</h3></div><ul class="stui-content__playlist"><li><a href="/${paths.play}/${one.id}-1-1.html">1080P</a></li></ul><script>var player_aaaa=${JSON.stringify({ encrypt: 0, url: one.links[0] ?? '', vod_data: {} })}</script>`,
        ),
    },
    refusal: captcha,
  }
}

function bytesOf(hex: string): Buffer {
  return Buffer.from(hex.replaceAll(/[^\dA-F]/g, ''), 'hex')
}

export const filmSites: readonly SiteTemplate[] = [
  {
    name: 'huajuan',
    hosts: ['www.hjzhencai.top'],
    search: { path: /^\/index\.php\/vod\/search\.html\?wd=([^&]*)/ },
    list: (entries) =>
      pageOf(
        `<div class="module-heading-search-result">搜索</div>${rows(entries, (one) => `<div class="module-card-item"><div class="module-card-item-title"><a href="/index.php/vod/detail/id/${one.id}.html"><strong>${e(one.title)}</strong></a></div></div>`)}`,
      ),
    item: {
      path: /^\/index\.php\/vod\/detail\/id\/(\d+)\.html$/,
      answer: (one) =>
        pageOf(
          `<div class="module-info-heading"><h1>${e(one.title)}</h1></div><div class="down-wrap">${rows([one], () => one.links.map((link) => `<div class="down-card"><a class="down-card-url" href="${e(link)}">链接</a></div>`).join(''))}</div>`,
        ),
    },
    refusal: pageOf('<div class="mac_msg_jump">请不要频繁操作，搜索时间间隔为3秒</div>'),
  },
  playerSite('zxzj', 'www.zxzj.run', {
    search: /^\/vodsearch\/-+\.html\?wd=([^&]*)/,
    detail: 'voddetail',
    play: 'vodplay',
    line: '百度网盘',
  }),
  playerSite('libvio', 'libvio.host', {
    search: /^\/search\/-+\.html\?wd=([^&]*)/,
    detail: 'detail',
    play: 'play',
    line: '视频下载',
  }),
  {
    name: 'kkv',
    hosts: ['kkv.q-23.cn'],
    search: { path: /^\/\?s=([^&]*)/ },
    list: (entries) =>
      pageOf(
        `<main></main>${rows(entries, (one) => `<article class="post"><header><h2><a href="http://kkv.q-23.cn/?p=${one.id}">${e(one.title)}</a></h2></header></article>`)}`,
      ),
    item: {
      path: /^\/\?p=(\d+)$/,
      answer: (one) => pageOf(`<h1>${e(one.title)}</h1><div class="entry-content"><p>${anchors(one)}</p></div>`),
    },
    refusal: captcha,
  },
  {
    name: 'quarktv',
    hosts: ['www.quarktv.com'],
    search: { path: /^\/\?s=([^&]*)/ },
    list: (entries) =>
      pageOf(
        `<main></main>${rows(entries, (one) => `<article class="excerpt"><header><h2><a href="/${one.id}.html">${e(one.title)}</a></h2></header><time>${day(one)}</time></article>`)}`,
      ),
    item: {
      path: /^\/wp-json\/postkit\/v1\/pan_view\?post_id=(\d+)&/,
      answer: (one) =>
        json({ post_id: one.id, resources: one.links.map((url, id) => ({ id, cls: '', url, is_bt: false })) }),
    },
    refusal: captcha,
  },
  {
    name: 'hdmoli',
    hosts: ['www.hdmoli.com'],
    search: { path: /^\/search\.php\?searchkey=([^&]*)/ },
    list: (entries) =>
      pageOf(
        `<ul id="searchList">${rows(entries, (one) => `<li class="active"><div class="detail"><h4 class="title"><a href="/movie/index${one.id}.html">${e(one.title)}</a></h4></div></li>`)}</ul>`,
      ),
    item: {
      path: /^\/movie\/index(\d+)\.html$/,
      answer: (one) => pageOf(`<div class="downlist"><p>${anchors(one)}</p></div>`),
    },
    refusal: captcha,
  },
  {
    name: 'gaoqing888',
    hosts: ['www.gaoqing888.com'],
    search: { path: /^\/search\?kw=([^&]*)/ },
    list: (entries) =>
      pageOf(
        `<div class="wp-list search-list">${rows(entries, (one) => `<div class="video-row"><a class="title-link" href="/${one.id}/detail">${e(one.title)}</a></div>`)}</div>`,
      ),
    item: {
      path: /^\/(\d+)\/detail$/,
      answer: (one) =>
        pageOf(`<div class="video-detail"><p>演示</p></div><div class="wp-download">${anchors(one)}</div>`),
    },
    refusal: captcha,
  },
  {
    name: 'dy4k',
    hosts: ['4kdy.vip'],
    search: { path: /^\/4K-search\/-+\.html\?wd=([^&]*)/ },
    list: (entries) =>
      pageOf(
        `<div class="space-y-4">${rows(entries, (one) => `<a href="/4K-detail/${one.id}.html">${e(one.title)}</a>`)}</div>`,
      ),
    item: {
      path: /^\/4K-detail\/(\d+)\.html$/,
      answer: (one) =>
        pageOf(`<h1 class="title-mobile">${e(one.title)}</h1><div class="download-item">${anchors(one)}</div>`),
    },
    refusal: htmlPage('', 444),
  },
  {
    name: 'yulinshufa',
    hosts: ['www.yulinshufa.cn'],
    search: { path: /^\/plus\/search\.php\?q=(.*)$/ },
    // The keyword is in GBK; the pages of this mock are not.
    keyword: (_sent, written) => new TextDecoder('gbk').decode(bytesOf(written)),
    list: (entries) =>
      pageOf(
        `<ul class="main-list">${rows(entries, (one) => `<li><div class="list-con"><p class="s-title"><a href="/xz/${one.id}/">${e(one.title)}</a></p><div class="s-ext"><span class="item">${day(one)}</span></div></div></li>`)}</ul>`,
      ),
    item: { path: /^\/xz\/(\d+)\/$/, answer: (one) => pageOf(`<div class="content">${anchors(one)}</div>`) },
    refusal: captcha,
  },
  {
    name: 'xiaozhang',
    hosts: ['xzys.fun'],
    search: { path: /^\/search\.html\?keyword=([^&]*)/ },
    list: (entries) =>
      pageOf(
        `<form></form>${rows(entries, (one) => `<div class="list-boxes"><a class="text_title_p" href="/subject/${one.id}.html">${e(one.title)}</a><div class="list-actions"><span>${day(one)}</span></div></div>`)}`,
      ),
    item: {
      path: /^\/subject\/(\d+)\.html$/,
      answer: (one) =>
        pageOf(`<h1 class="articl_title">${e(one.title)}</h1><p><a href=${e(first(one))} target="_blank">网盘</a></p>`),
    },
    refusal: captcha,
  },
]
