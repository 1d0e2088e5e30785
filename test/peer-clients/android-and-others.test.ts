// Simulates a video player and a phone app: their extra parameters, and the answers that they treat as empty.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { keyword, posting, searchRead, startAll } from './parts.ts'

/** The player searches by POST, requests further pages, and treats code 0 as success. */
async function play(url: string, body: object) {
  const response = await fetch(`${url}/api/search`, posting(body))
  return searchRead.parse(await response.json()).data
}

/** The phone app treats an answer without the map as empty. */
async function phone(url: string, kw: string): Promise<string[]> {
  const response = await fetch(`${url}/api/search?${new URLSearchParams({ kw, src: 'all' })}`)
  const read = z.looseObject({
    data: z.looseObject({ merged_by_type: z.record(z.string(), z.array(z.looseObject({}))).nullish() }),
  })
  const { data } = read.parse(await response.json())
  return Object.entries(data.merged_by_type ?? {}).flatMap(([type, links]) => links.map(() => type))
}

test('a filter, kinds of clouds, and pages that are not known here: the same whole answer for each page', async () => {
  const { url } = await startAll()
  const asked = { kw: keyword, cloud_types: ['quark'], limit: 20 }
  const first = await play(url, { ...asked, page: 1 })
  expect(Object.keys(first.merged_by_type)).toEqual(['quark'])
  expect(await play(url, { ...asked, page: 2 })).toEqual(first)
  const [{ note = '' } = {}] = first.merged_by_type.quark ?? []
  const word = note.slice(0, 4)
  const some = await play(url, { ...asked, filter: { include: [word], exclude: ['预告', '枪版'] } })
  const notes = (some.merged_by_type.quark ?? []).map((link) => link.note.toLowerCase())
  expect(notes.length).toBeGreaterThan(0)
  expect(notes.every((text) => text.includes(word.toLowerCase()))).toBe(true)
})

test('numbers, yes and no, and objects in a body may be texts, as in a query', async () => {
  const { url } = await startAll()
  const texts = { conc: '10', refresh: 'False', ext: '{}', filter: '{"include":[],"exclude":[]}', cloud_types: '' }
  expect(await play(url, { kw: keyword, ...texts })).toEqual(await play(url, { kw: keyword }))
})

test('nothing found is nothing, and something is there for the phone', async () => {
  const { url } = await startAll()
  expect((await phone(url, keyword)).length).toBeGreaterThan(0)
  expect(await phone(url, 'zzqqxx不存在的词')).toEqual([])
})
