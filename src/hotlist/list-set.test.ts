// The lists of the service while the operator's file changes.
import { expect, it } from 'vitest'
import { makeSite } from '../../test/kit/site-io.ts'
import { buildLists, type HotList } from './build-lists.ts'
import { createListSet } from './list-set.ts'
import { loadHotLists } from './load-lists.ts'

const list = { type: 'hottest', interval: 600, ask: async () => [] }
const shown = { name: '示例', home: 'https://demo.test/', column: 'tech', color: '#ef4444' }
const demo: ReadonlyMap<string, HotList> = new Map(
  buildLists('demo', { ...shown, lists: { 'demo-hot': list } }).map((one) => [one.id, one]),
)

async function make(choice: Parameters<typeof createListSet>[0]['choice'] = {}, ours = demo) {
  const received: unknown[] = []
  const changes: string[][] = []
  const configured = new Map<string, boolean>()
  const switched = new Map<string, boolean>()
  const set = await createListSet({
    ...{ ours, choice, configured },
    isOn: (id) => switched.get(id) ?? configured.get(id) ?? true,
    onChange: (defined) => void changes.push(defined.map(({ id }) => id)),
    log: { warn: (words: unknown) => void received.push(words) },
  })
  changes.length = 0
  const put = (...entries: readonly string[]) => set.putFile(entries.join(''), 's.yaml')
  const ids = () => [...set.lists.keys()]
  const homes = () => [...set.lists.values()].map(({ home }) => home)
  return { ...set, put, ids, homes, told: received, changes, configured, switched }
}

function blog(id: string, more = ''): string {
  return `${id}:\n  name: 某博客\n  feed: https://${id}.example/\n${more}`
}

it('the lists of the file come after ours, with pinyin, in its order', async () => {
  const { put, lists } = await make()
  expect(await put('\ufeff', blog('mine'), blog('constructor'))).toBe('2 hot lists (mine, constructor)')
  expect([...lists].map(([id, { family, name, pinyin }]) => [id, family, name, pinyin])).toEqual([
    ['demo-hot', 'demo', '示例', 'shi li'],
    ['mine', 'mine', '某博客', 'mou bo ke'],
    ['constructor', 'constructor', '某博客', 'mou bo ke'],
  ])
})

it('reports lists that are new or defined anew, and not unchanged ones', async () => {
  const { put, changes, ids } = await make()
  await put(blog('one'), blog('two'))
  await put(blog('two'), blog('one', '  interval: 60\n'), blog('three'))
  await put(blog('three'))
  expect(changes).toEqual([['one', 'two'], ['one', 'three'], []])
  expect(ids()).toEqual(['demo-hot', 'three'])
})

it('an entry with a mistake is reported with its line and stops no other; its former declaration stays', async () => {
  const { put, ids, homes, mistakes, told: reported } = await make()
  await put(blog('one'), 'two:\n  name: x\n  feed: no\n', blog('three'))
  expect(ids()).toEqual(['demo-hot', 'one', 'three'])
  const problem = 's.yaml:6: two.feed: must be a URL like https://example.org/rss.xml'
  expect([mistakes(), reported]).toEqual([[problem], [problem]])
  await put(blog('one', '  colour: red\n'), blog('two'), blog('three', '  home: https://other.example/\n'))
  expect(homes()).toEqual([
    'https://demo.test/',
    'https://one.example/',
    'https://two.example/',
    'https://other.example/',
  ])
  expect(mistakes()).toEqual([expect.stringContaining('s.yaml:4: one.colour: unknown key; did you mean color?')])
})

it('a file that is no YAML, or too long, leaves all lists as they are until it is mended', async () => {
  const { put, ids, mistakes } = await make()
  await put(blog('one'))
  for (const wrong of [`${blog('two')}"`, '#'.repeat(300 * 1024)]) {
    await put(wrong)
    expect(ids()).toEqual(['demo-hot', 'one'])
    expect(mistakes()).toHaveLength(1)
  }
  await put(blog('two'))
  expect([ids(), mistakes()]).toEqual([['demo-hot', 'two'], []])
})

it('settings select lists of the file as soon as they exist; an unknown name is reported and stops nothing', async () => {
  const choice = { ENABLED_SOURCES: 'mine', HISTORY_SOURCES: 'mine,demo-hot' }
  const { put, lists, configured, alwaysFresh, unknownNames, told: reported } = await make(choice)
  const on = () => [...lists.values()].flatMap(({ id, isEnabled }) => (isEnabled ? [id] : []))
  expect([on(), unknownNames()]).toEqual([
    [],
    [expect.stringContaining('ENABLED_SOURCES: unknown list mine'), expect.stringContaining('HISTORY_SOURCES: ')],
  ])
  await put(blog('mine'))
  expect([on(), alwaysFresh().map(({ id }) => id), unknownNames(), reported]).toEqual([['mine'], ['mine'], [], []])
  await put()
  expect([on(), [...configured.keys()]]).toEqual([[], ['demo-hot']])
  expect(reported).toEqual(unknownNames())
})

it('a list follows its switch, also after the file changed', async () => {
  const { put, lists, switched } = await make()
  await put(blog('mine'))
  switched.set('mine', false)
  expect(lists.get('mine')?.isEnabled).toBe(false)
  await put(blog('mine', '  interval: 60\n'))
  expect(lists.get('mine')?.isEnabled).toBe(false)
})

it('a list that is defined anew knows which items left before', async () => {
  const { put, lists } = await make()
  await put(blog('mine'))
  const item = (id: string) => ({ id, title: id, url: `https://mine.example/${id}` })
  lists.get('mine')?.movement.compare([item('b')], [item('a'), item('b')], { at: 1, before: 0 })
  await put(blog('mine', '  interval: 60\n'))
  const [back] = lists.get('mine')?.movement.compare([item('a')], [], { at: 2, before: 1 }) ?? []
  expect(back?.arrival).toBe('back')
})

it('the id of a family of ours that is no list, and one that is none, are not free', async () => {
  const { put, mistakes } = await make()
  await put(blog('demo'), blog('__proto__'))
  expect(mistakes()).toEqual([
    's.yaml:1: demo: is a family of ours already, and no list; another id is needed',
    expect.stringContaining('s.yaml:4: __proto__: an id must consist of'),
  ])
})

it('a list of ours that is code is replaced by a complete entry, at its place and in its family, until that is gone', async () => {
  const { put, homes, lists, changes, mistakes } = await make()
  await put(blog('mine'), 'demo-hot:\n  name: x\n')
  expect(mistakes()).toEqual(['s.yaml:4: demo-hot: a list needs exactly one of feed, json and page, with its URL'])
  await put(blog('mine'), blog('demo-hot'))
  expect(homes()).toEqual(['https://demo-hot.example/', 'https://mine.example/'])
  expect(lists.get('demo-hot')?.family).toBe('demo')
  await put(blog('mine'))
  expect(homes()).toEqual(['https://demo.test/', 'https://mine.example/'])
  expect(changes.slice(1)).toEqual([['demo-hot'], ['demo-hot']])
})

it('says that search sites, which are no lists, changed and need a restart', async () => {
  const { put, told: reported, ids } = await make()
  const site = 'site:\n  name: x\n  engine: flarum\n'
  await put(blog('mine'), site, '  sites: https://a.example\n')
  await put(site, '  sites: https://a.example\n')
  expect([reported, ids()]).toEqual([[], ['demo-hot']])
  await put(site, '  sites: https://b.example\n')
  expect(reported).toEqual(['SOURCES_FILE: its search sites changed; restart the service to use them'])
})

/** What a list asks for, and the titles that it makes of the replies. */
async function asked(list: HotList | undefined, answer: Parameters<typeof makeSite>[0]) {
  const site = makeSite(answer)
  const items = await list?.source.ask({}, site.begin().io)
  return { asked: site.asked.map(({ url }) => url.href), titles: items?.map(({ title }) => title) }
}

const builtIn = await loadHotLists({}, { warn: () => undefined, error: () => undefined })
const row = { dougaId: '7', contentId: 7, contentTitle: '纸鹤', userName: 'x' }

it('a list of ours that is declared takes one line for another address; all other keys hold', async () => {
  const { put, lists, mistakes } = await make({}, builtIn)
  await put('acfun-game:\n  json: https://mirror.example/rank?channel={channel}&period={period}\n')
  expect(mistakes()).toEqual([])
  const [mine, before] = [lists.get('acfun-game'), builtIn.get('acfun-game')]
  const { id, name, title, home, type, interval, isEnabled, column, color, family } = before ?? {}
  expect(mine).toMatchObject({ id, name, title, home, type, interval, isEnabled, column, color, family })
  expect([...lists.keys()]).toEqual([...builtIn.keys()])
  const found = { asked: ['https://mirror.example/rank?channel=59&period=DAY'], titles: ['纸鹤'] }
  const reply = () => ({ result: 0, rankList: [row] })
  expect(await asked(mine, reply)).toEqual(found)
})

it('the other ways of a list of ours hold too, but not those of another kind', async () => {
  const { put, lists, mistakes } = await make({}, builtIn)
  await put('zaobao:\n  page: https://moved.example/\n')
  const mirror =
    '<div class="list-block"><a class="item" href="/1"><b class="eps">渔船搁浅</b><i class="pdt10">now</i></a></div>'
  const answer = ({ url }: { url: URL }) => (url.host === 'moved.example' ? 503 : mirror)
  const ways = await asked(lists.get('zaobao'), answer)
  expect(ways).toEqual({
    asked: ['https://moved.example/', 'https://www.zaochenbao.com/realtime/'],
    titles: ['渔船搁浅'],
  })
  await put('zaobao:\n  json: https://moved.example/api\n  title: t\n')
  expect(mistakes()).toEqual(['s.yaml:1: zaobao.url: is missing: the path or selector of the link in a row'])
  await put('zaobao:\n  json: https://moved.example/api\n  title: t\n  url: u\n')
  expect(lists.get('zaobao')?.name).toBe('联合早报')
  await expect(asked(lists.get('zaobao'), () => 503)).rejects.toThrow('503')
})

it('several lists of ours are overridden by one entry, and a mistake in one of them leaves it as it was', async () => {
  const { put, lists, mistakes } = await make({}, builtIn)
  const entry = (key: string) =>
    put(`mirror:\n  json: https://mirror.example/{channel}\n  lists:\n    acfun: {}\n    acfun-tech: { ${key} }\n`)
  await entry('color: red')
  expect(mistakes()).toEqual(['s.yaml:5: mirror.lists.acfun-tech.color: must be a quoted color like "#64748b"'])
  const addresses = async () => {
    const both = [lists.get('acfun'), lists.get('acfun-tech')]
    return (await Promise.all(both.map((list) => asked(list, () => ({ result: 0, rankList: [row] }))))).flatMap(
      (one) => one.asked,
    )
  }
  expect((await addresses()).map((address) => new URL(address).host)).toEqual(['mirror.example', 'www.acfun.cn'])
  await entry('interval: 60')
  expect(await addresses()).toEqual(['https://mirror.example/', 'https://mirror.example/70'])
})
