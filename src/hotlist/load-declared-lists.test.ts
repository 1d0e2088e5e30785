// Taking in the lists that an operator's file declares.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { buildLists } from './build-lists.ts'
import { addDeclaredLists } from './load-declared-lists.ts'

const list = { type: 'hottest', interval: 600, ask: async () => [] }
const shown = { name: '示例', home: 'https://demo.test/', column: 'tech', color: '#ef4444' }
const told: unknown[] = []
const log = { info: (words: unknown) => void told.push(words) }
const ours = new Map(buildLists('demo', { ...shown, lists: { 'demo-hot': list } }).map((one) => [one.id, one]))

function fileOf(bytes: string | Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'trawl-declared-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 's.yaml'), bytes)
  return join(folder, 's.yaml')
}

function declaring(...ids: readonly string[]): string {
  return ids.map((id) => `${id}:\n  name: 某博客\n  feed: https://a.example/\n`).join('')
}

it('without a file there are ours, with one those of the file after them', async () => {
  expect(await addDeclaredLists(ours, undefined, log)).toBe(ours)
  const all = await addDeclaredLists(ours, fileOf(`\ufeff${declaring('demo-mine', 'constructor')}`), log)
  expect([...all].map(([id, { family, name }]) => [id, family, name])).toEqual([
    ['demo-hot', 'demo', '示例'],
    ['demo-mine', 'demo-mine', '某博客'],
    ['constructor', 'constructor', '某博客'],
  ])
  expect(told).toEqual(['2 hot lists of SOURCES_FILE: demo-mine, constructor'])
})

it('an id of a list or of a family of ours is not free', async () => {
  const file = fileOf(declaring('demo', 'demo-hot', '__proto__'))
  await expect(addDeclaredLists(ours, file, log)).rejects.toThrow(
    `${file}:1: demo: is a family of ours already; another id is needed
${file}:4: demo-hot: is a list of ours already; another id is needed
${file}:7: __proto__: an id must consist of`,
  )
})

it('what is no file, or longer than anybody writes, is not read', async () => {
  const long = fileOf(Buffer.alloc(1024 * 1024 + 1, '#'))
  await expect(addDeclaredLists(ours, long, log)).rejects.toThrow(
    `SOURCES_FILE: cannot be read (${long} must be at most`,
  )
  await expect(addDeclaredLists(ours, '/dev/zero', log)).rejects.toThrow('/dev/zero is no file')
})

it('a file that is not there, a folder and one in another charset are told apart', async () => {
  const file = fileOf(Buffer.from('c4b3b2a9bfcd', 'hex'))
  await expect(addDeclaredLists(ours, `${file}.gone`, log)).rejects.toThrow('SOURCES_FILE: cannot be read (ENOENT')
  await expect(addDeclaredLists(ours, tmpdir(), log)).rejects.toThrow(
    `SOURCES_FILE: cannot be read (${tmpdir()} is no file`,
  )
  await expect(addDeclaredLists(ours, file, log)).rejects.toThrow(`${file}: must be saved as UTF-8`)
})
