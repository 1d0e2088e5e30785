// Loading the hot lists: ours, and folders with mistakes in them.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { newFolder } from '../../test/kit/disk.ts'
import { makeSite } from '../../test/kit/site-io.ts'
import { batchRequest } from '../contract/hotlist.ts'
import { type FamilyRecord, familyRecord, type HotList, readCatalogue } from './build-lists.ts'
import catalogue from './catalogue.json' with { type: 'json' }
import { listsFolder } from './family-files.ts'
import order from './list-order.json' with { type: 'json' }
import { loadHotLists } from './load-lists.ts'

type Files = Readonly<Record<string, string>>

function folderOf(files: Files): string {
  const folder = newFolder()
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

/** Loads a folder of these files, or ours; with what the log said. */
async function loaded(
  env: Record<string, string>,
  files?: Files,
  known: readonly FamilyRecord[] = [],
  first: readonly string[] = [],
) {
  const warnings: unknown[] = []
  const errors: unknown[] = []
  const log = {
    warn: (words: unknown) => void warnings.push(words),
    error: (words: unknown) => void errors.push(words),
  }
  const place = files && { sources: folderOf(files), catalogue: known, order: first }
  return { lists: await loadHotLists(env, log, place), warnings, errors }
}

async function sentenceOf(files: Readonly<Record<string, string>>, env: Record<string, string> = {}) {
  return loaded(env, files).then(
    () => 'loaded',
    (error: unknown) => (error instanceof Error ? error.message : error),
  )
}

const shown = "name: '示例', home: 'https://demo.test/', column: 'tech', color: '#ef4444'"
const list = "{ type: 'hottest', interval: 600, ask: async () => [] }"

function fileOf(lists: string, more = ''): string {
  return `export default { ${shown}, lists: { ${lists} }, ${more} }`
}

const evident = z.looseObject({ evidence: z.string().optional() })
const declared = z.record(z.string(), evident.extend({ lists: z.record(z.string(), evident).optional() }))

/** The marks of the lists whose files say who saw a reply of the site: R a live reply, S the source of a reader, I nobody. */
const marks = new Map(
  readdirSync(listsFolder)
    .filter((file) => file.endsWith('.yaml'))
    .flatMap((file) => Object.entries(declared.parse(parse(readFileSync(join(listsFolder, file), 'utf8')))))
    .flatMap(([name, { evidence: shared, lists = { [name]: {} } }]) =>
      Object.entries(lists).map(
        ([id, { evidence = shared }]) => [id, /\[([RSI])\]$/.exec(evidence ?? '')?.[1]] as const,
      ),
    )
    .filter(([, mark]) => mark !== undefined),
)

it('a list is on only if somebody saw its site answer, where its file says who', async () => {
  const { lists } = await loaded({})
  const on = [...marks].filter(([id]) => lists.get(id)?.isEnabled)
  expect(on.filter(([, mark]) => mark !== 'R')).toEqual([])
  expect([on.length > 5, marks.size - on.length > 20]).toEqual([true, true])
})

it('the lists that are on fit into one request', async () => {
  const on = [...(await loaded({})).lists.values()].filter(({ isEnabled }) => isEnabled)
  expect(() => batchRequest.parse({ sources: on.map(({ id }) => id).join(',') })).not.toThrow()
})

it('all lists of ours are there under their own ids, and are on unless their sites turn programs away or another list has the same items', async () => {
  const { lists, warnings } = await loaded({})
  expect(lists.size).toBeGreaterThanOrEqual(340)
  for (const [id, { id: own, family }] of lists) expect([own, id.startsWith(family)]).toEqual([id, true])
  const off = [...lists.values()].filter(({ isEnabled }) => !isEnabled).map(({ id }) => id)
  const parameters = /^(?:history-\d\d|weatheralarm-[a-z]+)$/
  expect(off.filter((id) => !parameters.test(id) && !marks.has(id)).toSorted()).toEqual(
    '36kr-hot ghxi hupu-main jianshu linuxdo-hot linuxdo-latest miyoushe pcbeta-windows sina-mother smzdm'.split(' '),
  )
  expect(off.filter((id) => parameters.test(id)).length).toBe(12 + 34)
  expect(warnings).toEqual([])
})

it('the first list of a family comes first, families in the order of their names', async () => {
  const { lists } = await loaded(
    {},
    { 'b.ts': fileOf(`'b-new': ${list}, b: ${list}`), 'a.ts': fileOf(`'a-x': ${list}`) },
  )
  expect([...lists.keys()]).toEqual(['a-x', 'b-new', 'b'])
})

it('the lists that most people read come first', async () => {
  const files = { 'b.ts': fileOf(`'b-new': ${list}, b: ${list}`), 'a.ts': fileOf(`'a-x': ${list}`) }
  const { lists } = await loaded({}, files, [], ['b', 'gone', 'a-x'])
  expect([...lists.keys()]).toEqual(['b', 'a-x', 'b-new'])
  const ours = [...(await loaded({})).lists.values()].filter(({ isEnabled }) => isEnabled)
  expect(ours.slice(0, 3).map(({ id }) => id)).toEqual(['weibo', 'zhihu', 'douyin'])
  expect(new Set(ours.slice(0, 12).map(({ family }) => family)).size).toBe(12)
})

it('the order names lists of ours only, and leaves the first list of a family before its others', async () => {
  const ours = (await loaded({})).lists
  expect(order.filter((id) => !ours.has(id))).toEqual([])
  const families = readCatalogue(catalogue)
  const firsts = (names: readonly { readonly id: string; readonly family: string }[]) =>
    new Map(names.toReversed().map(({ family, id }) => [family, id]))
  const defined = families.flatMap(({ family, lists }) => lists.map(({ id }) => ({ id, family })))
  expect(firsts([...ours.values()])).toEqual(firsts(defined))
})

it('no list holds its own name in the name of its site', async () => {
  const { lists } = await loaded({})
  for (const { name, title = '' } of lists.values()) expect(`${name}${title}`).not.toMatch(/ · |[「」]/)
})

it('every mistake stops the start, each in a line that names the family', async () => {
  const settings = "settings: { shape: { pages: 1 }, parse: () => { throw new Error('pages must be few') } }"
  const sentence = await sentenceOf(
    {
      'a.ts': fileOf(`a: ${list}`, settings),
      'b.ts': fileOf(`b: ${list}`, "color: 'red'"),
      'c.ts': fileOf(`'c-d': ${list}`),
      'c-d.ts': fileOf(`'c-d': ${list}`),
      'd.ts': fileOf(`d: ${list}`),
    },
    { A_PAGES: '9' },
  )
  expect(sentence).toBe(
    [
      'a: its settings cannot be read: pages must be few',
      'b: lists.b.color: must be like #ef4444',
      'c-d: c-d is a list of c too',
    ].join('\n'),
  )
})

it('a file that cannot be imported stops the start and is named', async () => {
  expect(await sentenceOf({ 'a.ts': 'export const list = 1' })).toMatch(
    /a\.ts is not a source: it has no default export/,
  )
})

it('a variable that begins like a setting and is none is reported, one that is a setting is not', async () => {
  const settings = 'settings: { shape: { cookie: 1 }, parse: (given) => given }'
  const { warnings } = await loaded(
    { DEMO_COOKIE: 'a=1', DEMO_COKIE: 'a=1', OTHER_COOKIE: 'a=1' },
    { 'demo.ts': fileOf(`demo: ${list}`, settings), 'other.ts': fileOf(`other: ${list}`) },
  )
  expect(warnings).toEqual(['DEMO_COKIE: demo has no such setting; it has DEMO_COOKIE'])
})

const noted = {
  name: '示例',
  home: 'https://demo.test/',
  column: 'tech',
  color: '#ef4444',
  lists: { demo: { type: 'hottest', interval: 600, limits: { attempts: 1 }, ask: async () => [] } },
}
/** Says when it is imported, and what it is. */
const loud = `globalThis.imported = (globalThis.imported ?? 0) + 1
  export default { ${shown}, lists: { demo: { type: 'hottest', interval: 600,
    ask: async () => [{ id: 1, title: 'one', url: 'https://demo.test/1' }] } } }`

function imports(): number {
  return Number(Reflect.get(globalThis, 'imported') ?? 0)
}

async function askedOf(lists: ReadonlyMap<string, HotList>, id: string): Promise<unknown> {
  return lists.get(id)?.source.ask({}, makeSite(() => 404).begin().io)
}

describe('with a catalogue', () => {
  it('a family that is in it is not loaded before it is asked, and then once', async () => {
    const before = imports()
    const { lists } = await loaded({}, { 'demo.ts': loud }, [familyRecord('demo', noted)])
    const { source, ...record } = lists.get('demo') ?? {}
    expect(record).toMatchObject({ id: 'demo', family: 'demo', name: '示例', isEnabled: true, interval: 600 })
    expect(source?.limits).toMatchObject({ attempts: 1, redirects: 3, freshMs: 600_000 })
    expect(imports()).toBe(before)
    const items = await Promise.all([askedOf(lists, 'demo'), askedOf(lists, 'demo')])
    expect(items).toMatchObject([[{ id: '1', title: 'one' }], [{ id: '1', title: 'one' }]])
    expect(imports()).toBe(before + 1)
  })

  it('a file that is not in it is there all the same, and a family without a file is not', async () => {
    const { lists } = await loaded({}, { 'a.ts': fileOf(`a: ${list}`) }, [familyRecord('demo', noted)])
    expect([...lists.keys()]).toEqual(['a'])
  })

  it('a family is loaded at the start when the environment mentions it, so that a wrong setting stops it', async () => {
    const settings = "settings: { shape: { pages: 1 }, parse: () => { throw new Error('pages must be few') } }"
    const files = { 'demo.ts': fileOf(`demo: ${list}`, settings) }
    const known = [familyRecord('demo', { ...noted, settings: { shape: { pages: 1 }, parse: () => ({}) } })]
    await expect(loaded({ DEMO_PAGES: '9' }, files, known)).rejects.toThrow('demo: its settings cannot be read')
    expect((await loaded({ OTHER_PAGES: '9' }, files, known)).lists.size).toBe(1)
  })

  it('a list that is in it and no longer in its file fails in words', async () => {
    const gone = { ...noted, lists: { ...noted.lists, 'demo-old': noted.lists.demo } }
    const { lists } = await loaded({}, { 'demo.ts': loud }, [familyRecord('demo', gone)])
    const message = expect.stringContaining('run `npm run catalogue`')
    await expect(askedOf(lists, 'demo-old')).rejects.toMatchObject({ kind: 'mismatch', message })
  })

  it('a file that cannot be loaded is a failure, the log says why, and it is tried again', async () => {
    const settings = "settings: { shape: {}, parse: () => { if (!globalThis.isMended) throw new Error('not yet') } }"
    const files = { 'demo.ts': fileOf(`demo: ${list}`, settings) }
    const { lists, errors } = await loaded({}, files, [familyRecord('demo', noted)])
    const message = 'its file cannot be loaded; the log says why'
    await expect(askedOf(lists, 'demo')).rejects.toMatchObject({ kind: 'mismatch', message })
    expect(errors).toMatchObject([{ err: { message: expect.stringContaining('not yet') } }])
    Reflect.set(globalThis, 'isMended', true)
    await expect(askedOf(lists, 'demo')).rejects.toThrow('the list is empty')
  })
})
