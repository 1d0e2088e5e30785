// Sites that answer with JSON (wordpress.md and the sheets of single sites).
import { chinaText } from '../../corpus/listings.ts'
import type { Sent } from '../../mock-response.ts'
import { json, readJson, textOf } from '../json-parts.ts'
import { escapeHtml } from '../page-parts.ts'
import { first, pageOf } from '../template-parts.ts'
import type { SiteTemplate } from '../template-site.ts'

function bodyField(name: string): (sent: Sent) => string {
  return (sent) => textOf(readJson(sent)?.[name])
}

const single: readonly SiteTemplate[] = [
  {
    name: 'meitizy',
    hosts: ['apis.451024.xyz'],
    search: { method: 'POST', path: /^\/api\/media\/search$/ },
    keyword: bodyField('title'),
    list(entries) {
      const data = entries.map((one) => ({
        id: one.id,
        title: one.title,
        content: '',
        link: first(one),
        link_type: '',
        tags: '',
        created_at: one.at.toISOString(),
      }))
      return json({ data, total: data.length })
    },
    refusal: json({ error: '请求过于频繁' }),
  },
  {
    name: 'aipan',
    hosts: ['www.aipan.me'],
    search: { path: /^\/api\/movies\/search\?q=([^&]*)/ },
    list: (entries) =>
      json({ movies: entries.map((one) => ({ id: String(one.id), title: one.title, cover: '', year: 2031 })) }),
    item: {
      path: /^\/api\/movies\/detail\/(\d+)$/,
      answer: (one) =>
        json({
          aipanId: one.id,
          title: one.title,
          panLinks: one.links.map((url) => ({ kind: '', url, title: '' })),
          resources: [],
        }),
    },
    refusal: json({ error: 'x' }),
  },
  {
    name: '488run',
    hosts: ['488.run'],
    search: { path: /^\/api\/frontend\/search\?q=([^&]*)/ },
    list(entries) {
      const list = entries.map((one) => ({
        id: `a${one.id}`,
        title: one.title,
        share_link: first(one),
        share_time: chinaText(one.at),
        status: 'valid',
      }))
      return json({
        code: 0,
        message: 'ok',
        data: { complete: true, search_id: 'demo', total: list.length, items: [], list },
      })
    },
    fixed: {
      '/': {
        ...pageOf('<div id="app"></div>'),
        headers: { 'content-type': 'text/html; charset=utf-8', 'set-cookie': 'yd_frontend=demo' },
      },
    },
    refusal: json({ code: 403, message: '访问过于频繁' }, 403),
  },
  {
    name: 'jsnoteclub',
    hosts: ['jsnoteclub.com'],
    search: { path: /^\/ghost\/api\/content\/posts\/\?.*filter=title%3A~%27(.*?)%27&/ },
    list(entries) {
      const posts = entries.map((one) => ({
        id: String(one.id),
        title: one.title,
        excerpt: '',
        url: `https://jsnoteclub.com/${one.id}/`,
        updated_at: one.at.toISOString(),
        visibility: 'public',
      }))
      return json({ posts, meta: { pagination: { total: posts.length } } })
    },
    item: {
      path: /^\/(\d+)\/$/,
      answer: (one) =>
        pageOf(
          `<section class="gh-content">${one.links.map((url) => `<p><a href="${escapeHtml(url)}">链接</a></p>`).join('')}</section>`,
        ),
    },
    fixed: { '/': pageOf('<script data-key="00aa11bb22cc33dd44ee55ff66"></script>') },
    refusal: json({ errors: [{ message: 'Validation error' }] }, 422),
  },
  {
    name: 'dyyjv',
    hosts: ['dyyjv.com'],
    search: { path: /^\/wp-json\/wp\/v2\/search\?search=([^&]*)/ },
    list: (entries) =>
      json(
        entries.map((one) => ({ id: one.id, title: one.title, url: `https://dyyjv.com/${one.id}.html`, type: 'post' })),
      ),
    item: {
      path: /^\/(\d+)\.html$/,
      answer: (one) =>
        pageOf(
          `<article class="post-content">${one.links.map((url) => `<p><a href="${escapeHtml(url)}">链接</a></p>`).join('')}</article>`,
        ),
    },
    refusal: json({ code: 'rest_forbidden', message: '', data: { status: 401 } }, 401),
  },
  {
    name: 'cyg',
    hosts: ['www.acgndog.com'],
    search: { path: /^\/wp-json\/wp\/v2\/posts\?.*search=([^&]*)/ },
    list: (entries) =>
      json(
        entries.map((one) => ({
          id: one.id,
          date: chinaText(one.at).replace(' ', 'T'),
          title: { rendered: one.title },
          link: `https://www.acgndog.com/${one.id}`,
        })),
      ),
    item: {
      path: /^\/wp-json\/acg-studio\/v1\/download\?id=(\d+)$/,
      answer: (one) => json(one.links.map((url) => ({ name: '', url, downloadPwd: '', extractPwd: '' }))),
    },
    refusal: json({ code: 'rest_no_route', message: '' }, 404),
  },
]

/** The fields of the second version of haisou's interface: the code of the share apart from its address. */
const haisou: SiteTemplate = {
  name: 'haisou',
  hosts: ['haisou.cc'],
  search: { method: 'POST', path: /^\/api\/v2\/shares\/search$/ },
  keyword: bodyField('query'),
  list(entries) {
    const items = entries.flatMap((one) =>
      one.links.flatMap((link) => {
        const [, code] = /pan\.quark\.cn\/s\/(\w+)/.exec(link) ?? []
        return code === undefined
          ? []
          : [
              {
                hsid: `h${one.id}`,
                platform: 'quark',
                share_name: one.title,
                share_code: code,
                share_pwd: null,
                stat_file: 1,
                stat_size: 0,
              },
            ]
      }),
    )
    return json({ success: true, data: { items, pagination: { total: items.length } } })
  },
  refusal: json({ success: false, message: '参数错误' }, 422),
}

export const jsonSites: readonly SiteTemplate[] = [...single, haisou]
