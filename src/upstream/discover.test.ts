// Loading folders of source files.
import { execFile } from 'node:child_process'
import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { newFolder } from '../../test/kit/disk.ts'
import { discover } from './discover.ts'

async function folderOf(files: Record<string, string>): Promise<string> {
  const folder = newFolder()
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return folder
}

function asItIs(id: string, exported: unknown) {
  return [id, exported]
}

it('reads the files in the order of their names, whatever they were written in, and gives the name as id', async () => {
  const folder = await folderOf({
    'b.ts': 'export default { n: 2 as number }',
    'a-b.ts': 'export default { n: 1 }',
    'a.ts': 'export default { n: 0 }',
  })
  const found = await discover(folder, asItIs)
  expect([...found]).toEqual([
    ['a', ['a', { n: 0 }]],
    ['a-b', ['a-b', { n: 1 }]],
    ['b', ['b', { n: 2 }]],
  ])
})

it('passes over tests, declarations and what is no TypeScript', async () => {
  const folder = await folderOf({
    'a.ts': 'export default 1',
    'a.test.ts': 'throw new Error("tests are not to be run")',
    'a.d.ts': 'throw new Error("declarations are not to be run")',
    'readme.md': '# no source',
    ts: '',
  })
  expect([...(await discover(folder, asItIs)).keys()]).toEqual(['a'])
})

it('rejects a folder that is missing, naming it', async () => {
  const why = /^this installation of Trawl is incomplete: ENOENT.*'\/nowhere\/at\/all'$/
  await expect(discover('/nowhere/at/all', asItIs)).rejects.toThrow(why)
})

it.each([
  ['has no default export', 'export const named = 1', 'it has no default export'],
  ['cannot be read', 'export default {', ''],
  ['throws', 'throw new Error("on import")', 'on import'],
])('refuses a file that %s, naming it', async (_what, text, why) => {
  const folder = await folderOf({ 'a.ts': 'export default 1', 'broken.ts': text })
  await expect(discover(folder, asItIs)).rejects.toThrow(`${join(folder, 'broken.ts')} is not a source: ${why}`)
})

it('refuses a file whose definition is not accepted, naming it', async () => {
  const folder = await folderOf({ 'a.ts': 'export default 1' })
  const refuse = () => {
    throw new Error('home is missing')
  }
  await expect(discover(folder, refuse)).rejects.toThrow(`${join(folder, 'a.ts')} is not a source: home is missing`)
})

/** Runs in a separate Node process, as in production: the test runner resolves modules itself and ignores hooks. */
async function foundOwn(folder: string, ours: string): Promise<unknown> {
  const program = `
    import { discoverCustom } from ${JSON.stringify(new URL('./discover.ts', import.meta.url).href)}
    const options = { removedPaths: { pattern: /^removed$/, replacement: new URL('file:///none') }, onPathImport: () => undefined }
    const { found, rejected } = await discoverCustom(...${JSON.stringify([folder, ours])}, (id, exported) => exported, options)
    console.log(JSON.stringify({ found: [...found], rejected }))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program])
  return JSON.parse(stdout)
}

it('reads own sources as though they lay beside ours, also where their folder is named by a link', async () => {
  const ours = await folderOf({ 'beside.ts': 'export const n: number = 7' })
  const own = await folderOf({ 'a.ts': "import { n } from './beside.ts'\nexport default n" })
  const link = join(await folderOf({}), 'link')
  await symlink(own, link)
  expect(await foundOwn(own, ours)).toEqual({ found: [['a', 7]], rejected: [] })
  expect(await foundOwn(link, ours)).toEqual({ found: [['a', 7]], rejected: [] })
})
