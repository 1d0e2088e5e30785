// Tests an operator's own source, made as documented: the service as a process over a local server.
import { expect, it } from 'vitest'
import { searchResponse } from '../src/contract/search.ts'
import { documentedExample, startWithSources } from './kit/process.ts'

it('makes the example of the documentation a plugin like any other, with its settings', async () => {
  const { upstream, service, url } = await startWithSources(
    { 'example.ts': documentedExample() },
    { EXAMPLE_ROWS: '20' },
  )
  await service.says(/1 plugins of SOURCES_DIR: example/)
  expect(await (await fetch(`${url}/api/health`)).json()).toMatchObject({
    plugins: expect.arrayContaining(['example', 'labi']),
  })
  const found = await (await fetch(`${url}/api/search?kw=纸鹤&src=plugin&plugins=example`)).json()
  expect(searchResponse.parse(found)).toMatchObject({
    data: {
      total: 2,
      merged_by_type: {
        quark: [{ password: 'k3m9', note: '纸鹤与灯塔', datetime: '2026-05-02T09:15:30Z', source: 'plugin:example' }],
        others: [{ url: 'https://files.example.org/s/1', datetime: '0001-01-01T00:00:00Z' }],
      },
    },
    meta: { complete: true, sources: { asked: 1, answered: 1, failed: 0, pending: 0 } },
  })
  const asked = upstream.heard.find(({ path }) => path.startsWith('/api/search'))
  expect(asked?.path).toBe(`/api/search?q=${encodeURIComponent('纸鹤')}&rows=20`)
  expect(asked?.headers['x-upstream-url']).toMatch(/^https:\/\/forum\.example\.org\//)
})
