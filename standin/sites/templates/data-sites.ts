// Sites that answer a search with all of its shares as JSON (flat-json.md, open-json.md).
import { chinaText } from '../../corpus/listings.ts'
import type { Sent } from '../../mock-response.ts'
import { json, readJson, textOf } from '../json-parts.ts'
import { first } from '../template-parts.ts'
import type { Entry, SiteTemplate } from '../template-site.ts'

function bodyField(name: string): (sent: Sent) => string {
  return (sent) => textOf(readJson(sent)?.[name])
}

const flat: readonly SiteTemplate[] = [
  {
    name: 'jiajia',
    hosts: ['feapi.xyz'],
    search: { path: /^\/api\/sing\.php\?query=([^&]*)/ },
    list: (entries) =>
      json({ code: 200, data: entries.map((one) => ({ name: one.title, link: first(one), time: chinaText(one.at) })) }),
    refusal: json({ code: 500, msg: '系统繁忙', data: null }),
  },
  {
    name: 'laojiu',
    hosts: ['pan.l9.lc'],
    search: { path: /^\/api\/resources\?search=([^&]*)/ },
    list(entries) {
      const data = entries.map((one) => ({
        ...{ id: one.id, title: one.title, description: '', url: first(one), save_url: '', category_name: '影视' },
        ...{ tags: [], cover: '', is_valid: true, updated_at: chinaText(one.at) },
      }))
      return json({
        success: true,
        code: 200,
        message: 'ok',
        data: { page: 1, page_size: 50, total: data.length, data },
      })
    },
    refusal: json({ success: false, code: 429, message: '请求频繁' }),
  },
  {
    name: 'yunso',
    hosts: ['www.yunso.net'],
    search: { path: /^\/api\/opensearch\.php\?wd=([^&]*)/ },
    list(entries) {
      const rows = entries.map((one) => ({
        ScrName: one.title,
        Scrurl: first(one),
        Scrurlname: '',
        Scrpass: '',
        addtime: one.at.getTime(),
      }))
      return json({ code: 0, msg: 'ok', Query_result_Total: rows.length, Data: rows })
    },
    refusal: json({ code: -1, msg: '请输入验证码' }),
  },
  {
    name: 'mengge',
    hosts: ['meng-ge.top'],
    search: { path: /^\/api\/movieData\/getMoviesByType\?keyword=([^&]*)/ },
    list(entries) {
      const rows = entries.map((one) => ({
        id: one.id,
        movieName: one.title,
        baiduLink: '',
        quarkLink: first(one),
        type: 'TV',
        updateTime: chinaText(one.at),
      }))
      return json({ code: 0, message: '操作成功', data: rows })
    },
  },
  {
    name: 'cfsearch',
    hosts: ['pansearch.123cf.top'],
    search: { path: /^\/task_suggestions\?q=([^&]*)/ },
    list: (entries) =>
      json(entries.map((one) => ({ taskname: `名称：${one.title}`, shareurl: first(one), type: 'quark' }))),
  },
  {
    name: 'panshushu',
    hosts: ['www.panshushu.com'],
    search: { path: /^\/api\/search\?keyword=([^&]*)/ },
    list: (entries) =>
      json({
        code: 200,
        data:
          entries.length > 0
            ? { items: entries.map((one) => ({ id: one.id, pwd: '', title: one.title, url: first(one) })) }
            : null,
      }),
  },
  {
    name: 'sosoyunpan',
    hosts: ['www.sosoyunpan.com'],
    search: { method: 'POST', path: /^\/list$/ },
    keyword: bodyField('keyword'),
    list(entries) {
      const results = entries.map((one) => ({
        fileMd5: null,
        fileTitle: one.title,
        fileLink: first(one),
        fileCode: '#',
        shareDate: chinaText(one.at).slice(0, 10),
      }))
      return json({ results, totalCount: results.length, page: 1, totalPages: 1 })
    },
  },
]

function resultOf(member: string) {
  return (one: Entry) => ({
    ...{
      unique_id: `${member}-${one.id}`,
      datetime: one.at.toISOString(),
      title: one.title,
      content: '',
      tags: null,
      images: null,
    },
    links: one.links.map((url) => ({ type: 'others', url, password: '' })),
  })
}

const open: readonly SiteTemplate[] = [
  {
    name: 'ikantv',
    hosts: ['api.naspt.vip'],
    search: { path: /^\/api\/open\/pansou\/search\?kw=([^&]*)/ },
    list: (entries) => json({ code: 0, message: 'success', data: entries.map(resultOf('ikantv')) }),
    refusal: json({ code: 5, message: '参数错误' }),
  },
  {
    name: 'quarkres',
    hosts: ['squark.cc.cd'],
    search: { path: /^\/api\/search\?kw=([^&]*)/ },
    list: (entries) =>
      json({ code: 200, message: 'ok', total: entries.length, data: entries.map(resultOf('quarkres')) }),
    refusal: json({ code: 429, message: 'too many requests' }),
  },
]

export const dataSites: readonly SiteTemplate[] = [...flat, ...open]
