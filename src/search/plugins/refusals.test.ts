// What each site answers when it refuses, is throttled or finds nothing, as its sheet says; all replies are hand-made.
import { expect, it } from 'vitest'
import { makeAsking, pluginOf } from '../../../test/kit/site-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'

function html(body: string): string {
  return `<html><body>${body}</body></html>`
}

const form = html(
  '<form><input name="q"><input name="kw"><input name="wd"><input name="s"><input name="keyword"></form>',
)

it.each([
  ['melost', { code: 200, msg: '', data: { total: 0, per_size: 30, list: [] } }],
  ['jiajia', { code: 200, data: [] }],
  ['laojiu', { success: true, code: 200, data: { total: 0, data: [] } }],
  ['yunso', { code: 0, Query_result_Total: 0, Data: [] }],
  ['yunso', 'Warning: Undefined array key "hits" in /www/x.php'],
  ['mengge', { code: 0, data: [] }],
  ['cfsearch', []],
  ['panshushu', { code: 200, data: null }],
  ['sosoyunpan', { results: [], totalCount: 0 }],
  ['ikantv', { code: 0, data: [] }],
  ['quarkres', { code: 200, data: null }],
  ['yunsou', html('<div class="list"></div><el-pagination :total="0"></el-pagination>')],
  ['haitunsou', html("<script>const list = JSON.parse('[]');</script>")],
  ['zlxapp', html('<script>const listItemsData = [];</script>')],
  ['ash', html("<script>var jsonData = '[]';</script>")],
  ['wanou', { code: 1, msg: '数据列表', page: 1, pagecount: 0, limit: '20', total: 0, list: [] }],
  ['erxiaopan', html('<div class="module-heading"><h2 class="title">搜索</h2></div>')],
  ['huajuan', html('<div class="module-heading-search-result"><strong class="mac_total">0</strong></div>')],
  ['zxzj', html('<ul class="stui-vodlist"></ul>')],
  ['quark4k', { links: {}, data: [], included: [] }],
  ['dyyjv', []],
  ['cyg', []],
  ['kkv', form],
  ['leso', html('对不起，没有找到匹配结果。')],
  ['haisou', { success: true, data: { items: [], pagination: { total: 0 } } }],
  ['meitizy', { data: [], total: 0 }],
  ['panxiaozi', html('没有找到匹配结果')],
  ['ataw', form],
  ['aipan', { movies: [] }],
  ['xiaoyu', html('<div class="count">共 <strong>0</strong> 条</div>')],
  ['sousou', form],
  ['pansearch', html('<div id="__next"><form></form></div>')],
  ['duanjuw', html('<div class="message system"><div class="bubble">没有找到</div></div>')],
  ['djgou', form],
  ['quarksoo', html('<h2>搜索结果：0 条</h2>')],
  ['hdmoli', html('<ul id="searchList"></ul>')],
  ['gaoqing888', form],
  ['dy4k', html('<div class="space-y-4"></div>')],
  ['yulinshufa', html('<ul class="main-list"></ul>')],
  ['ting77', form],
  ['lou1', form],
  ['xiaozhang', form],
])('%s: %j is nothing found', async (name, reply) => {
  expect((await makeAsking(await pluginOf(name), () => reply).ask()).posts).toEqual([])
})

const captcha = html('<h1>安全验证</h1><p>请完成验证</p>')
const wait = html('<p>请不要频繁操作，搜索时间间隔为3秒</p>')

it.each([
  ['jiajia', '<!DOCTYPE html><html></html>', 'blocked'],
  ['jiajia', { code: 500, msg: '系统繁忙' }, 'unavailable'],
  [
    'laojiu',
    { success: true, code: 200, data: { total: 9, data: [{ id: 1, title: '灯塔', url: 'https://pan.quark.cn/s/1' }] } },
    'mismatch',
  ],
  ['yunso', { code: -1, msg: '请输入验证码' }, 'blocked'],
  ['yunso', { code: 3, msg: '参数错误' }, 'mismatch'],
  ['cfsearch', { detail: 'gone' }, 'mismatch'],
  ['panshushu', { code: 401, message: 'sign' }, 'blocked'],
  ['ikantv', { code: 5, message: '参数错误' }, 'mismatch'],
  ['quarkres', { code: 429, message: 'too many requests' }, 'blocked'],
  ['yunsou', captcha, 'blocked'],
  ['yunsou', html('<p>hello</p>'), 'mismatch'],
  ['haitunsou', html("<script>const list = JSON.parse('[{]');</script>"), 'mismatch'],
  ['wanou', { code: 1001, msg: '闭关' }, 'unavailable'],
  ['wanou', { code: 1, msg: '' }, 'mismatch'],
  ['erxiaopan', html('<div class="mac_msg_jump">请不要频繁操作，搜索时间间隔为3秒</div>'), 'blocked'],
  ['erxiaopan', captcha, 'blocked'],
  ['erxiaopan', html('<script>location="?btwaf=1"</script>btwaf'), 'blocked'],
  ['huajuan', html('<p>停放域名</p>'), 'mismatch'],
  ['zxzj', html('<p>x</p>'), 'mismatch'],
  ['libvio', captcha, 'blocked'],
  ['quark4k', { errors: [{ status: '429', code: 'too_many_requests' }] }, 'blocked'],
  ['dyyjv', { code: 'rest_forbidden', message: '', data: { status: 401 } }, 'mismatch'],
  ['kkv', captcha, 'blocked'],
  ['leso', html('抱歉，您在 15 秒内只能进行一次搜索'), 'blocked'],
  ['leso', html('您所在的用户组无法进行此操作'), 'blocked'],
  ['qupanshe', html('站点忙，请稍候再来'), 'blocked'],
  ['haisou', { success: false, message: '参数错误' }, 'mismatch'],
  ['haisou', { success: false, message: '积分不足，请登录' }, 'blocked'],
  ['haisou', 429, 'blocked'],
  ['meitizy', { error: '请求过于频繁' }, 'blocked'],
  ['meitizy', { total: 3 }, 'mismatch'],
  ['panxiaozi', html('<p>x</p>'), 'mismatch'],
  ['ataw', html('<p>x</p>'), 'mismatch'],
  ['aipan', { error: 'x' }, 'mismatch'],
  ['xiaoyu', captcha, 'blocked'],
  ['sousou', 403, 'blocked'],
  ['sousou', 567, 'blocked'],
  ['pansearch', html('<p>x</p>'), 'mismatch'],
  ['duanjuw', html('<li class="col-6"><h3 class="f-14"><a href="/1">纸鹤</a></h3></li>'), 'mismatch'],
  ['quarksoo', wait, 'blocked'],
  ['hdmoli', html('<p>x</p>'), 'mismatch'],
  ['gaoqing888', wait, 'blocked'],
  ['dy4k', html('<p>x</p>'), 'mismatch'],
  ['yulinshufa', html('<ul class="main-list"><li>\ufffd</li></ul>'), 'mismatch'],
  ['ting77', captcha, 'blocked'],
  ['lou1', html('<p>x</p>'), 'mismatch'],
  ['xiaozhang', captcha, 'blocked'],
  ['xiaokupan', html('<p>x</p>'), 'mismatch'],
  ['488run', html('<p>no cookie</p>'), 'blocked'],
  ['jsnoteclub', html('<p>no key</p>'), 'mismatch'],
] as const)('%s: %j is %s', async (name, reply, kind) => {
  expect(await failureOf(makeAsking(await pluginOf(name), () => reply).ask())).toMatchObject({ kind })
})
