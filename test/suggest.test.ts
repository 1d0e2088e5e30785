// Suggestions over the whole service: what a search has found, and the lists that name works.
import { expect, it, vi } from 'vitest'
import { suggestAnswer } from '../src/contract/suggest.ts'
import { newFolder } from './kit/disk.ts'
import { startWholeTrawl } from './kit/whole-trawl.ts'

it('a title that a search has found is suggested, also as browsers ask for it', async () => {
  const dataFolder = newFolder()
  const { app, errors } = await startWholeTrawl({ dataFolder })
  await app.inject(`/api/search?kw=${encodeURIComponent('纸鹤')}&res=works`)
  const path = `/api/v1/suggest?q=${encodeURIComponent('纸')}`
  const { suggestions } = await vi.waitFor(async () => {
    const answer = suggestAnswer.parse((await app.inject(path)).json())
    expect(answer.suggestions.length).toBeGreaterThan(0)
    return answer
  })
  expect(suggestions.every(({ title, match }) => match === 'title' && title.includes('纸'))).toBe(true)
  const spoken = suggestAnswer.parse((await app.inject('/api/v1/suggest?q=zhihe')).json())
  expect(spoken.suggestions.map(({ match }) => match)).toContain('pinyin')
  const forBrowsers = await app.inject(`${path}&format=opensearch&limit=1`)
  expect(forBrowsers.headers['content-type']).toBe('application/x-suggestions+json; charset=utf-8')
  expect(forBrowsers.json()).toEqual(['纸', [suggestions[0]?.title]])
  const unknown = await app.inject(`${path}&format=xml`)
  expect([unknown.statusCode, unknown.json().message]).toEqual([400, 'format: must be one of json, opensearch'])
  expect(errors).toEqual([])
})
