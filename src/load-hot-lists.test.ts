// Loading the hot lists: ours, and folders with mistakes in them.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { loadHotLists } from './load-hot-lists.ts'

/** Loads a folder of these files, or ours; with what the log said. */
async function loaded(env: Record<string, string>, files?: Readonly<Record<string, string>>) {
  const warnings: unknown[] = []
  const log = { warn: (words: unknown) => void warnings.push(words) }
  const folder = files && mkdtempSync(join(tmpdir(), 'trawl-lists-'))
  if (folder !== undefined) {
    onTestFinished(() => rmSync(folder, { recursive: true }))
    for (const [name, text] of Object.entries(files ?? {})) writeFileSync(join(folder, name), text)
  }
  return { lists: await loadHotLists(env, log, folder), warnings }
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

it('all lists of ours are there under their own ids, and are on unless their sites turn programs away', async () => {
  const { lists, warnings } = await loaded({})
  expect(lists.size).toBeGreaterThanOrEqual(57)
  for (const [id, { id: own, family }] of lists) expect([own, id.startsWith(family)]).toEqual([id, true])
  const off = [...lists.values()].filter(({ isEnabled }) => !isEnabled).map(({ id }) => id)
  expect(off).toEqual(['ghxi', 'linuxdo-latest', 'linuxdo-hot', 'pcbeta-windows', 'smzdm'])
  expect(warnings).toEqual([])
})

it('the first list of a family comes first, families in the order of their names', async () => {
  const { lists } = await loaded(
    {},
    { 'b.ts': fileOf(`'b-new': ${list}, b: ${list}`), 'a.ts': fileOf(`'a-x': ${list}`) },
  )
  expect([...lists.keys()]).toEqual(['a-x', 'b-new', 'b'])
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
      'b: color: must be like #ef4444',
      'c-d: c-d is a list of c too',
    ].join('\n'),
  )
})

it('a file that cannot be imported stops the start and is named', async () => {
  expect(await sentenceOf({ 'a.ts': 'export const list = 1' })).toMatch(
    /a\.ts is not a source: it has no default export/,
  )
})

it('a variable that begins like a setting and is none is said, and one that is set is not', async () => {
  const settings = 'settings: { shape: { cookie: 1 }, parse: (given) => given }'
  const { warnings } = await loaded(
    { DEMO_COOKIE: 'a=1', DEMO_COKIE: 'a=1', OTHER_COOKIE: 'a=1' },
    { 'demo.ts': fileOf(`demo: ${list}`, settings), 'other.ts': fileOf(`other: ${list}`) },
  )
  expect(warnings).toEqual(['DEMO_COKIE: demo has no such setting; it has DEMO_COOKIE'])
})
