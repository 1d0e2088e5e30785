// The lists of the service while the operator's file changes.
import { expect, it } from 'vitest'
import { buildLists } from './build-lists.ts'
import { createListSet, listsOfDefinition } from './list-set.ts'

const list = { type: 'hottest', interval: 600, ask: async () => [] }
const shown = { name: '示例', home: 'https://demo.test/', column: 'tech', color: '#ef4444' }
const ours = new Map(buildLists('demo', { ...shown, lists: { 'demo-hot': list } }).map((one) => [one.id, one]))

async function make(choice: Parameters<typeof createListSet>[0]['choice'] = {}) {
  const told: unknown[] = []
  const changes: string[][] = []
  const configured = new Map<string, boolean>()
  const switched = new Map<string, boolean>()
  const set = await createListSet({
    ...{ ours, choice, configured },
    isOn: (id) => switched.get(id) ?? configured.get(id) ?? true,
    onChange: (defined) => void changes.push(defined.map(({ id }) => id)),
    log: { warn: (words: unknown) => void told.push(words) },
  })
  changes.length = 0
  const put = (...entries: readonly string[]) => set.putFile(entries.join(''), 's.yaml')
  const ids = () => [...set.lists.keys()]
  const homes = () => [...set.lists.values()].map(({ home }) => home)
  return { ...set, put, ids, homes, told, changes, configured, switched }
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

it('tells which lists are new or defined anew, and not those that stay as they are', async () => {
  const { put, changes, ids } = await make()
  await put(blog('one'), blog('two'))
  await put(blog('two'), blog('one', '  interval: 60\n'), blog('three'))
  await put(blog('three'))
  expect(changes).toEqual([['one', 'two'], ['one', 'three'], []])
  expect(ids()).toEqual(['demo-hot', 'three'])
})

it('an entry with a mistake is told with its line and stops no other; it keeps what it declared before', async () => {
  const { put, ids, homes, mistakes, told } = await make()
  await put(blog('one'), 'two:\n  name: x\n  feed: no\n', blog('three'))
  expect(ids()).toEqual(['demo-hot', 'one', 'three'])
  const problem = 's.yaml:6: two.feed: must be a URL like https://example.org/rss.xml'
  expect([mistakes(), told]).toEqual([[problem], [problem]])
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

it('settings select lists of the file as soon as they are there; a name of none is told and stops nothing', async () => {
  const choice = { ENABLED_SOURCES: 'mine', HISTORY_SOURCES: 'mine,demo-hot' }
  const { put, lists, configured, alwaysFresh, unknownNames, told } = await make(choice)
  const on = () => [...lists.values()].flatMap(({ id, isEnabled }) => (isEnabled ? [id] : []))
  expect([on(), unknownNames()]).toEqual([
    [],
    [expect.stringContaining('ENABLED_SOURCES: unknown list mine'), expect.stringContaining('HISTORY_SOURCES: ')],
  ])
  await put(blog('mine'))
  expect([on(), alwaysFresh().map(({ id }) => id), unknownNames(), told]).toEqual([['mine'], ['mine'], [], []])
  await put()
  expect([on(), [...configured.keys()]]).toEqual([[], ['demo-hot']])
  expect(told).toEqual(unknownNames())
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

it('the definition of a list makes the same list elsewhere', async () => {
  const { put, lists } = await make()
  await put(blog('mine', '  headers: { cookie: "a: b" }\n  interval: 60\n'))
  const [other] = await listsOfDefinition(lists.get('mine')?.source.definition ?? '')
  expect([other?.id, other?.interval, other?.home]).toEqual(['mine', 60, 'https://mine.example/'])
})

it('an id of a list or of a family of ours is not free', async () => {
  const { put, mistakes } = await make()
  await put(blog('demo'), blog('demo-hot'), blog('__proto__'))
  expect(mistakes()).toEqual([
    's.yaml:1: demo: is a family of ours already; another id is needed',
    's.yaml:4: demo-hot: is a list of ours already; another id is needed',
    expect.stringContaining('s.yaml:7: __proto__: an id must consist of'),
  ])
})
