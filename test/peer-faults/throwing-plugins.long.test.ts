// Tests exceptions in one source, which ended the peer's process or were swallowed: the service as a process with own sources.
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { searchResponse } from '../../src/contract/search.ts'
import { newFolder } from '../kit/disk.ts'
import { launchTrawl } from '../kit/process.ts'
import { standinOfTest } from '../kit/standin.ts'
import { reportedOf, seed, still } from './parts.ts'

/** Faulty sources; each is the body of an `ask`. */
const wrongs = {
  'throws-at-once': `throw new Error('thrown at once')`,
  'throws-later': `return Promise.resolve().then(() => { throw new RangeError('thrown later') })`,
  'reads-past-the-end': 'return Promise.resolve([][0].title)',
  'rejects-with-words': `return Promise.reject('no error but words')`,
  'rejects-with-nothing': 'return Promise.reject()',
  'gives-no-promise': 'return 5',
  'gives-no-list': 'return Promise.resolve({ posts: [] })',
  'gives-no-posts': 'return Promise.resolve([undefined, 7])',
  'asks-nowhere': `return io.text('file:///etc/passwd').then(() => [])`,
} as const

async function start(bodies: Readonly<Record<string, string>>) {
  const folder = newFolder()
  for (const [name, body] of Object.entries(bodies))
    writeFileSync(
      join(folder, `${name}.js`),
      `// Made to go wrong.\nexport default { home: 'https://wrong.example/', ask(query, io) { ${body} } }\n`,
    )
  const standin = await standinOfTest({ seed, weather: still })
  const env = { UPSTREAM_GATEWAY: standin.url, SOURCES_DIR: folder, CHANNELS: 'demo_one' }
  const { service, url } = await launchTrawl(env)
  const search = async (fields: object) =>
    searchResponse.parse(
      await (
        await fetch(`${url}/api/search`, { method: 'POST', body: JSON.stringify({ kw: '纸鹤', ...fields }) })
      ).json(),
    )
  return { service, search }
}

it('a source whose code goes wrong fails by its name, in the log with its stack, and the others answer', async () => {
  const { service, search } = await start(wrongs)
  const names = Object.keys(wrongs)
  const healthy = await search({ plugins: ['labi', 'wanou'] })
  const answer = await search({ plugins: ['labi', ...names, 'wanou'] })
  expect(answer.data).toEqual(healthy.data)
  expect(answer.meta.sources).toEqual({ asked: 3 + names.length, answered: 3, failed: names.length, pending: 0 })
  expect(reportedOf(answer)).toEqual(names.map((name) => `source_failed plugin:${name} mismatch`))
  const text = JSON.stringify(answer.warnings)
  for (const secret of ['thrown at', 'thrown later', 'but words', '.js', tmpdir()]) expect(text).not.toContain(secret)
  for (const words of ['thrown at once', 'thrown later', 'no error but words']) await service.says(new RegExp(words))
  for (const name of names.slice(0, 3)) await service.says(new RegExp(`at .*${name}\\.js:2:`))
  expect((await search({ plugins: ['labi', 'wanou'] })).data).toEqual(healthy.data)
})

it('a source that leaves a promise of its own to fail ends nothing', async () => {
  const { service, search } = await start({
    'leaves-a-promise': `Promise.reject(new Error('left alone')); return Promise.resolve([])`,
  })
  expect((await search({ plugins: ['leaves-a-promise', 'labi'] })).data.total).toBeGreaterThan(0)
  expect((await search({ plugins: 'labi' })).data.total).toBeGreaterThan(0)
  await service.says(/left alone/)
})

it('a source that asks twice at once and waits in turn fails by its name when both fail', async () => {
  const { search } = await start({
    'waits-in-turn': `const [a, b] = ['a', 'b'].map((name) => io.text('https://nobody.example/' + name)); return a.then(() => b)`,
  })
  const answer = await search({ plugins: ['waits-in-turn', 'labi'] })
  expect(reportedOf(answer)).toEqual(['source_failed plugin:waits-in-turn unavailable'])
  expect((await search({ plugins: 'labi' })).data.total).toBeGreaterThan(0)
})

it('a source that gives half a post fails by its name, and the others answer', async () => {
  const post = `{ id: 'a1', text: '纸鹤 https://pan.quark.cn/s/0a1b2c3d4e5f', anchors: [] }`
  const halves = {
    'no-text': `const { text, ...half } = ${post}; return Promise.resolve([half])`,
    'no-id': `const { id, ...half } = ${post}; return Promise.resolve([half])`,
    'number-for-id': `return Promise.resolve([{ ...${post}, id: 7 }])`,
    'text-for-time': `return Promise.resolve([{ ...${post}, at: '2026-05-02' }])`,
  }
  const { search } = await start(halves)
  for (const name of Object.keys(halves)) {
    const answer = await search({ plugins: [name, 'labi'], res: 'all' })
    expect(reportedOf(answer)).toEqual([`source_failed plugin:${name} mismatch`])
    expect(answer.data.total).toBeGreaterThan(0)
  }
})

it('a source whose timer throws ends nothing', async () => {
  const { service, search } = await start({
    'leaves-a-timer': `return new Promise((resolve) => setTimeout(() => { resolve([]); throw new Error('thrown by a timer') }, 1))`,
  })
  expect((await search({ plugins: ['leaves-a-timer', 'labi'] })).data.total).toBeGreaterThan(0)
  await service.says(/thrown by a timer/)
  expect((await search({ plugins: 'labi' })).data.total).toBeGreaterThan(0)
})
