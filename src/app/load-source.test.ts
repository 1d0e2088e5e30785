// One source by its id: of each kind there is, and what is said of an id of none.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createSourceLoader } from './load-source.ts'

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'trawl-source-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

function plugin(home: string): string {
  return `export default { home: '${home}', ask: async () => [] }`
}

it('channels, plugins, lists and what an operator added are found by their ids', async () => {
  const folder = folderOf({
    'mine.ts': plugin('https://mine.test/'),
    'labi.ts': plugin('https://labi-of-mine.test/'),
    'broken.ts': 'throw new Error("must not be loaded")',
  })
  const places = { env: {}, sourcesFolder: folder, sourcesFile: undefined }
  const load = createSourceLoader(places)
  const ids = ['tg:somechannel', 'plugin:wanou', 'plugin:mine', 'plugin:labi', 'check:quark', 'weibo']
  const sources = await Promise.all(ids.map((id) => load(id)))
  expect(sources.map(({ id }) => id)).toEqual(ids)
  expect(sources.slice(2, 4).map(({ home }) => home)).toEqual(['https://mine.test/', 'https://labi-of-mine.test/'])
  expect(await load('plugin:mine')).toBe(sources[2])
})

it('a list of the operator is made of its definition, and anew of another', async () => {
  const load = createSourceLoader({ env: {}, sourcesFolder: undefined, sourcesFile: undefined })
  const definition = (host: string) => JSON.stringify({ name: '某博客', feed: `https://${host}/` })
  const first = await load('my-blog', definition('blog.test'))
  expect(await load('my-blog', definition('blog.test'))).toBe(first)
  const other = await load('my-blog', definition('moved.test'))
  expect([first.home, other.home]).toEqual(['https://blog.test/', 'https://moved.test/'])
})

it('an id of none is said, and so is a file that cannot be loaded', async () => {
  const load = createSourceLoader({ env: {}, sourcesFolder: undefined, sourcesFile: undefined })
  for (const id of ['nothing', 'other:thing']) await expect(load(id)).rejects.toThrow(`there is no source ${id}`)
  await expect(load('plugin:nothing')).rejects.toThrow('nothing.ts is not a source')
})
