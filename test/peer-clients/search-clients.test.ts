// Simulates clients that send one request for a search: a video player, a phone app, MoonTVPlus and quark-auto-save.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { keyword, memberSettings, posting, searchRead, startAll, user } from './parts.ts'

async function found(url: string, query: Readonly<Record<string, string>>) {
  const response = await fetch(`${url}/api/search?${new URLSearchParams({ kw: keyword, ...query })}`)
  return searchRead.parse(await response.json()).data
}

test.each([
  ['MoonTVPlus', { cloud_types: [], channels: [], plugins: [], refresh: false, limit: 50, page: 1, source: 'moontv' }],
  ['the player', { conc: '10', refresh: 'False', ext: '{}', filter: '{"include":[],"exclude":[]}', cloud_types: '' }],
  ['the player for a further page', { page: 2, limit: 20 }],
])('what %s posts beside the keyword changes nothing', async (_client, fields) => {
  const { url } = await startAll()
  const search = async (more: object) => {
    const response = await fetch(`${url}/api/search`, posting({ kw: keyword, res: 'merge', ...more }))
    return searchRead.parse(await response.json()).data
  }
  const plain = await search({})
  expect(plain.total).toBeGreaterThan(0)
  expect(await search(fields)).toEqual(plain)
})

test('MoonTVPlus finds what it asks for by the kinds of clouds it names, where the health is ok', async () => {
  const { url } = await startAll()
  expect(await (await fetch(`${url}/api/health`)).json()).toMatchObject({ status: 'ok' })
  const { merged_by_type: types } = await found(url, { cloud_types: 'quark,baidu' })
  expect(Object.keys(types).toSorted()).toEqual(['baidu', 'quark'])
})

test('the phone app, which takes an answer without the map for an empty one, finds something', async () => {
  const { url } = await startAll()
  expect(Object.keys((await found(url, { src: 'all' })).merged_by_type).length).toBeGreaterThan(0)
})

test('an error has words for MoonTVPlus to show: a wrong password, no login, no keyword', async () => {
  const { url } = await startAll(await memberSettings())
  const shown = z.looseObject({ error: z.string().optional(), message: z.string() })
  const wordsOf = async (path: string, body: object, headers?: Readonly<Record<string, string>>) => {
    const { error, message } = shown.parse(await (await fetch(url + path, posting(body, headers))).json())
    return error ?? message
  }
  expect(await wordsOf('/api/auth/login', { ...user, password: 'no' })).toMatch(/^[^{]*(?:username|password)/)
  expect(await wordsOf('/api/search', { kw: keyword })).toMatch(/^authorization: is missing/)
  const login = await (await fetch(`${url}/api/auth/login`, posting(user))).json()
  expect(await wordsOf('/api/search', {}, { authorization: `Bearer ${login.token}` })).toMatch(/^kw: is missing/)
})

test('quark-auto-save finds shares of Quark and nothing else, each with a title and a time; True asks anew', async () => {
  const { url, standin } = await startAll()
  const suggest = (refresh: 'True' | 'False') => found(url, { cloud_types: 'quark', res: 'merge', refresh })
  const first = await suggest('False')
  expect(Object.keys(first.merged_by_type)).toEqual(['quark'])
  for (const { url: share, note, datetime, source } of first.merged_by_type.quark ?? []) {
    expect(share).toMatch(/^https:\/\/pan\.quark\.cn\/s\/\w+/)
    // The note ends before the description of the work.
    expect(note.split(/(?=简介|描述)/)[0]?.trim()).not.toBe('')
    expect(Number.isNaN(Date.parse(datetime))).toBe(false)
    expect(source).toMatch(/^(?:tg|plugin):./)
  }
  const asked = standin.asked().length
  expect([await suggest('False'), standin.asked().length]).toEqual([first, asked])
  expect(await suggest('True')).toEqual(first)
  expect(standin.asked().length).toBeGreaterThan(asked)
})
