// Works over the whole service with its archive: found by a search, then by key.
import { expect, it, vi } from 'vitest'
import { errorResponse } from '../src/contract/hotlist-error.ts'
import { searchResponse } from '../src/contract/search.ts'
import { workResponse } from '../src/contract/works.ts'
import { newFolder } from './kit/disk.ts'
import { startWholeTrawl } from './kit/whole-trawl.ts'

const kw = encodeURIComponent('纸鹤')

function pathOf(key: string): string {
  return `/api/v1/works/${encodeURIComponent(key)}`
}

it('a work of a search is found by its key, with all its links', async () => {
  const dataFolder = newFolder()
  const { app, errors } = await startWholeTrawl({ dataFolder })
  const { data } = searchResponse.parse((await app.inject(`/api/search?kw=${kw}&res=works`)).json())
  if (!('works' in data)) throw new Error('the search answers by work')
  expect(data.works.length).toBeGreaterThan(3)
  for (const { key, title, year, links } of data.works) {
    const { body } = await vi.waitFor(async () => {
      const response = await app.inject(pathOf(key))
      expect(response.statusCode, key).toBe(200)
      return response
    })
    const { work } = workResponse.parse(JSON.parse(body))
    expect([work.key, work.title, work.year], key).toEqual([key, title, year])
    expect(work.links.map((link) => link.key).sort()).toEqual(links.map((link) => link.key).sort())
  }
  const unknown = await app.inject(pathOf('film:纸鹤:没有'))
  expect(unknown.statusCode).toBe(404)
  expect(errorResponse.parse(unknown.json()).message).toBe('key: no work with this key is in the archive')
  const odd = ['', '\0', '%', '纸'.repeat(100), '纸'.repeat(101)].map((key) => app.inject(pathOf(key)))
  expect((await Promise.all(odd)).map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 414])
  expect(errors).toEqual([])
})
