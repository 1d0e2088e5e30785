// Our members, and those of an operator's file: what is asked by default, several addresses and engines, mistakes.
import { expect, it } from 'vitest'
import { makeAsking, memberOf, pluginOf } from '../../test/kit/site-io.ts'
import { failureOf } from '../../test/kit/wire.ts'
import { catalogueHealth, chooseCatalogue } from './catalogue.ts'
import { loadEngines, loadPlugins } from './load-plugins.ts'
import { createSelector } from './pipeline/source-selection.ts'
import { readMembers } from './read-members.ts'

const quiet = { info: () => undefined, warn: () => undefined }
const gone = ['jikepan', 'labi', 'panta', 'qupansou', 'xuexizhinan']
const request = { kw: '纸鹤', refresh: false, res: 'merged_by_type', src: 'plugin', ext: {} } as const

async function catalogueOf(
  settings: Readonly<Record<string, string>> = {},
  env: Readonly<Record<string, string>> = {},
) {
  return chooseCatalogue({ channels: [], plugins: await loadPlugins({}, env, quiet) }, settings)
}

async function askedBy(catalogue: Awaited<ReturnType<typeof catalogueOf>>, plugins?: string[]) {
  const { sources } = createSelector(catalogue)({ ...request, ...(plugins && { plugins }) })
  return sources.map(({ id }) => id.replace('plugin:', ''))
}

it('health names at least 45 plugins, those that are gone among them', async () => {
  const { plugins, plugin_count } = catalogueHealth(await catalogueOf(), { isChannelBanned: () => false })
  expect(plugin_count).toBeGreaterThanOrEqual(45)
  expect(plugins).toEqual(expect.arrayContaining([...gone, 'melost', '488run', 'hunhepan', 'zhizhen']))
})

it('a search that names no plugins asks none that are gone or off, and one that names them does', async () => {
  const catalogue = await catalogueOf()
  const asked = await askedBy(catalogue)
  expect(asked.length).toBeGreaterThan(35)
  for (const name of [...gone, 'hunhepan', 'pan666', 'xiaokupan', 'ouge']) expect(asked).not.toContain(name)
  expect(await askedBy(catalogue, ['labi', 'pan666'])).toEqual(['labi', 'pan666'])
})

it('a gone site is asked by default at an address of the operator', async () => {
  const catalogue = await catalogueOf({}, { LABI_BASE_URL: 'https://new.example.org' })
  expect(await askedBy(catalogue)).toContain('labi')
})

it.each([
  ['labi,wanou', ['labi', 'wanou'], []],
  ['default,xiaokupan', ['xiaokupan', 'wanou'], ['labi', 'pan666']],
  ['all', ['xiaokupan', 'wanou', 'pan666'], ['labi']],
])('ENABLED_PLUGINS=%s turns on what it names', async (setting, on, off) => {
  const asked = await askedBy(await catalogueOf({ ENABLED_PLUGINS: setting }))
  expect(asked).toEqual(expect.arrayContaining(on))
  for (const name of off) expect(asked).not.toContain(name)
})

it.each([
  ['quarksoo', 1],
  ['meitizy', 2],
  ['yulinshufa', 3],
])('%s gets at most %i requests at once', async (id, parallel) => {
  expect((await loadPlugins({}, {}, quiet)).get(id)?.limits?.parallel).toBe(parallel)
})

const film = {
  code: 1,
  list: [{ vod_id: 1, vod_name: '纸鹤', vod_down_from: 'KG', vod_down_url: 'https://pan.quark.cn/s/0a1b2c3d4e5f' }],
}

it.each([
  ['refuses', 403],
  ['is down', 500],
  ['has moved', '<!DOCTYPE html><title>停放</title>'],
])('the next address is asked when one %s; an empty answer is an answer', async (_how, reply) => {
  const { ask, asked } = makeAsking(await pluginOf('wanou'), ({ host }) => (host === 'woog.nxog.eu.org' ? reply : film))
  expect((await ask()).ids).toEqual(['1'])
  expect(asked.map(({ url }) => url.host)).toEqual(['woog.nxog.eu.org', 'woog.430520.xyz'])
  const empty = makeAsking(await pluginOf('wanou'), () => ({ code: 1, list: [] }))
  expect((await empty.ask()).posts).toEqual([])
  expect(empty.asked).toHaveLength(1)
})

it('the next engine is asked when one fails at every address', async () => {
  const list =
    '<div class="module-search-item"><div class="video-info-header"><h3><a href="/index.php/vod/detail/id/7.html">纸鹤</a></h3></div></div>'
  const { ask } = makeAsking(await pluginOf('wanou'), ({ pathname }) => {
    if (pathname.startsWith('/api.php')) return '<html><title>x</title></html>'
    return pathname.includes('/search/') ? list : '<h1 class="page-title">纸鹤</h1>'
  })
  expect((await ask()).ids).toEqual(['7'])
})

it('the second way of yunso is not asked after a captcha, and is asked after a failure', async () => {
  const yunso = await pluginOf('yunso')
  const captcha = makeAsking(yunso, () => ({ code: -1, msg: '请输入验证码' }))
  expect(await failureOf(captcha.ask())).toMatchObject({ kind: 'blocked' })
  expect(captcha.asked).toHaveLength(1)
  const down = makeAsking(yunso, ({ pathname }) => (pathname.endsWith('.php') ? 500 : { code: 0, msg: '', data: '' }))
  expect((await down.ask()).posts).toEqual([])
  expect(down.asked).toHaveLength(2)
})

it('an address of the operator replaces those of a member', async () => {
  const { ask, asked } = makeAsking(await pluginOf('wanou'), () => film)
  await ask({ base_url: 'https://new.example.org' })
  expect(asked.map(({ url }) => url.host)).toEqual(['new.example.org'])
})

const five =
  'myfilms:\n  name: 我的影视站\n  engine: maccms-json\n  sites: https://films.example.org\n  evidence: 2026-11-28 found three films\n'

it('an operator adds a site in five lines, beside hot lists', async () => {
  const file = { name: 'sources.yaml', text: `blog:\n  name: B\n  feed: https://blog.example.org/rss\n${five}` }
  const told: string[] = []
  const log = { info: (text: string) => void told.push(text), warn: (text: string) => void told.push(text) }
  const plugins = await loadPlugins({ file }, {}, log)
  expect(plugins.get('myfilms')).toMatchObject({
    ...{ id: 'plugin:myfilms', name: '我的影视站', home: 'https://films.example.org/' },
    evidence: '2026-11-28 found three films',
  })
  expect(told).toEqual(['1 plugins of SOURCES_FILE: myfilms'])
})

it('a site of the operator replaces ours of that name, and its settings are checked', async () => {
  const file = { name: 'sources.yaml', text: five.replace('myfilms', 'labi') }
  const told: string[] = []
  const log = { info: () => undefined, warn: (text: string) => void told.push(text) }
  expect((await loadPlugins({ file }, {}, log)).get('labi')?.state).toBeUndefined()
  expect(told).toEqual(['SOURCES_FILE: labi replaces our plugin of that name'])
  await expect(loadPlugins({ file }, { LABI_PAGES: '99' }, quiet)).rejects.toThrow('LABI_PAGES: must be a whole number')
})

it.each([
  ['  engine: maccms-jsn', 'f.yaml:4: m.engine: unknown engine; did you mean maccms-json?'],
  ['  engine: maccms-json\n  site: x', 'f.yaml:5: m.site: unknown key; did you mean sites?'],
  ['  engine: maccms-json\n  evidence: last week', 'f.yaml:5: m.evidence: must begin with a date like 2026-09-26'],
  ['  engine: maccms-json\n  seconds: soon', 'f.yaml:5: m.seconds: must be a whole number from 1 to 60'],
  ['  engine: maccms-json\n  parallel: 9', 'f.yaml:5: m.parallel: must be a whole number from 1 to 8'],
  ['  engine: maccms-json\n  needs: money', 'f.yaml:5: m.needs: must be some of cn, home'],
  ['  engine: maccms-pages\n  template: mytheme', 'f.yaml:5: m.template: must be dyxs2 or mxtheme'],
  ['  engine: flat-json\n  search: /q={kw}\n  title: name', 'f.yaml:1: m.link: '],
  ['  engine: list-pages\n  search: /s?q={kw}\n  items: li[', 'f.yaml:6: m.items: is not a CSS selector'],
  ['  engine: open-json\n  search: kw', 'f.yaml:5: m.search: must be a path like /api/search?kw={kw}'],
])('a mistake in the file (%s) is told with its line and key', async (lines, message) => {
  const text = `m:\n  name: M\n  sites: https://m.example.org\n${lines}\n`
  const engines = await loadEngines()
  expect(() => readMembers(text, 'f.yaml', engines)).toThrow(message)
})

it('a site of the operator with a mistake is left out and told; the others are there', async () => {
  const site = (name: string, engine: string) =>
    `${name}:\n  name: x\n  engine: ${engine}\n  sites: https://${name}.example\n`
  const told: string[] = []
  const text = `${site('one', 'flarum')}${site('two', 'flarun')}${site('labi', 'flarun')}${site('all', 'flarum')}`
  const onMistakes = (lines: readonly string[]) => void told.push(...lines)
  const plugins = await loadPlugins({ file: { name: 'f.yaml', text, onMistakes } }, {}, quiet)
  expect(['one', 'two', 'labi', 'all'].map((name) => plugins.has(name))).toEqual([true, false, true, false])
  expect(plugins.get('labi')?.home).not.toContain('labi.example')
  expect(told.map((line) => line.split(':', 3).join(':'))).toEqual([
    'f.yaml:7: two.engine',
    'f.yaml:11: labi.engine',
    'f.yaml:13: all',
  ])
})

it('a member without an address, or with one that is none, is told so', async () => {
  const engines = await loadEngines()
  const read = (line: string) => () => readMembers(`m:\n  name: M\n  engine: flarum\n${line}`, 'f.yaml', engines)
  expect(read('')).toThrow('f.yaml:1: m.sites: is missing: the address of the site, or several, the best first')
  expect(read('  sites: forum.example.org\n')).toThrow('f.yaml:4: m.sites: must be an address like https://example.org')
  expect(read('  sites: https://u:p@forum.example.org\n')).toThrow('f.yaml:4: m.sites: must be an address')
})

it('a member may have another path of its search, as many pages, and a time limit', async () => {
  const plugin = await memberOf('engine: maccms-pages', 'sites: https://a.example.org', 'search: /s?wd={kw}')
  const { ask, asked } = makeAsking(plugin, () => '<div class="module"></div>')
  await ask()
  expect(asked[0]?.url.href).toBe('https://a.example.org/s?wd=%E7%BA%B8%E9%B9%A4')
})

it('a member below a path names its page there as the one that asks', async () => {
  const keys = ['search: /s?q={kw}', 'rows: data', 'title: name', 'link: url']
  const plugin = await memberOf('engine: flat-json', 'sites: https://a.example.org/below', ...keys)
  const { ask, asked } = makeAsking(plugin, () => ({ data: [] }))
  await ask()
  expect(asked[0]?.headers.referer).toBe('https://a.example.org/below/')
})

it('a member of list-pages need not say what the page of any result has, nor where the id of one is', async () => {
  const keys = ['search: /s?q={kw}', 'items: li', 'empty: ul', 'title: a', 'links: p a']
  const plugin = await memberOf('engine: list-pages', 'sites: https://a.example.org', ...keys)
  const share = (id: string | null) => `https://pan.quark.cn/s/0a1b2c3d4e5${id}`
  const { ask } = makeAsking(plugin, ({ pathname, searchParams }) =>
    pathname === '/s'
      ? '<ul><li><a href="/page?id=1">纸鹤</a></li><li><a href="/page?id=2">纸鹤</a></li></ul>'
      : `<p><a href="${share(searchParams.get('id'))}">夸克</a></p>`,
  )
  const { posts } = await ask()
  expect(posts.flatMap(({ anchors }) => anchors?.map(({ href }) => href))).toEqual([share('1'), share('2')])
})
