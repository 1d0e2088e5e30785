// The tool `search_links` after a search that found nothing, against a fake client: the titles that it names instead.
import { expect, it } from 'vitest'
import { type SuggestQuery, TrawlError } from '../../../client/client.ts'
import { toolClientOf } from '../../../test/kit/mcp.ts'
import { searchLinksTool } from './search-links.ts'

const busy = new TrawlError(429, 'refused')
const noSources = { asked: 2, answered: 2, failed: 0, pending: 0 }

async function* nothingFound() {
  yield { event: 'start' as const, data: { sources: ['tg:alpha', 'tg:beta'] } }
  yield { event: 'end' as const, data: { complete: true, sources: noSources, took_ms: 1 } }
}

function run(keyword: string, titlesOf: (query: SuggestQuery) => Promise<readonly string[]>) {
  const suggest = async (query: SuggestQuery) => {
    const titles = await titlesOf(query)
    const suggestions = titles.map((title) => ({ title, from: 'archive', match: 'near' }) as const)
    return { apiVersion: '1.0', timestamp: 0, suggestions } as const
  }
  const client = toolClientOf({ searchEvents: nothingFound, suggest })
  const call = { client, signal: new AbortController().signal, progress: async () => undefined }
  return searchLinksTool.run(searchLinksTool.input.parse({ keyword }), call)
}

it('what is not found comes with known titles like it, on one line each and without the keyword itself', async () => {
  const asked: unknown[] = []
  const { content, text } = await run('纸鹤与灯搭', async (query) => {
    asked.push(query)
    return ['纸鹤与灯塔', '纸鹤与灯搭', '纸鹤\n手札']
  })
  expect(asked).toEqual([{ q: '纸鹤与灯搭', limit: 5 }])
  expect(content).toMatchObject({ total: 0, known_titles: ['纸鹤与灯塔', '纸鹤 手札'] })
  expect(text).toMatch(/^“纸鹤与灯搭”: nothing found\. .* Known titles: 纸鹤与灯塔 · 纸鹤 手札\.$/)
})

it('of a long keyword the beginning is enough', async () => {
  const asked: string[] = []
  await run('鹤'.repeat(150), async ({ q }) => {
    asked.push(q)
    return []
  })
  expect(asked).toEqual(['鹤'.repeat(100)])
})

it('without known titles, or when they are refused, the result says only that nothing was found', async () => {
  const refused = () => Promise.reject(busy)
  for (const suggest of [async () => [], refused]) {
    const { content, text } = await run('纸鹤', suggest)
    expect(content.known_titles).toBeUndefined()
    expect(text).not.toContain('Known titles')
  }
})

it('a bug in finding them is told as one', async () => {
  await expect(run('纸鹤', () => Promise.reject(new Error('a bug of ours')))).rejects.toThrow('a bug of ours')
})
