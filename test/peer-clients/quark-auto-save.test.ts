// Simulates quark-auto-save: one GET with Python's spelling of booleans, from which it takes the shares of Quark.
import { expect, test } from 'vitest'
import { keyword, type LinkRead, searchRead, startAll } from './parts.ts'

/** The fields of a share that it shows; the note ends before the description of the work. */
interface Suggestion {
  readonly shareurl: string
  readonly taskname: string
  readonly content: string
  readonly datetime: string
  readonly channel: string
}

function suggestionOf({ url, note, datetime, source }: LinkRead): Suggestion {
  const [taskname = '', ...rest] = note.split(/(?=简介|描述)/)
  return { shareurl: url, taskname: taskname.trim(), content: rest.join(''), datetime, channel: source }
}

async function suggest(url: string, kw: string, refresh: 'True' | 'False'): Promise<Suggestion[]> {
  const query = new URLSearchParams({ kw, cloud_types: 'quark', res: 'merge', refresh })
  const response = await fetch(`${url}/api/search?${query}`)
  const { data } = searchRead.parse(await response.json())
  return (data.merged_by_type.quark ?? []).map(suggestionOf)
}

test('finds shares of Quark, and nothing else, each with a title and a time', async () => {
  const { url } = await startAll()
  const found = await suggest(url, keyword, 'False')
  expect(found.length).toBeGreaterThan(0)
  for (const { shareurl, taskname, datetime, channel } of found) {
    expect(shareurl).toMatch(/^https:\/\/pan\.quark\.cn\/s\/\w+/)
    expect(taskname).not.toBe('')
    expect(Number.isNaN(Date.parse(datetime))).toBe(false)
    expect(channel).toMatch(/^(?:tg|plugin):./)
  }
})

test('True asks anew, False does not', async () => {
  const { url, standin } = await startAll()
  const first = await suggest(url, keyword, 'False')
  const asked = standin.asked().length
  expect(await suggest(url, keyword, 'False')).toEqual(first)
  expect(standin.asked().length).toBe(asked)
  expect(await suggest(url, keyword, 'True')).toEqual(first)
  expect(standin.asked().length).toBeGreaterThan(asked)
})

test('a word that nobody has is no suggestion and no error', async () => {
  const { url } = await startAll()
  expect(await suggest(url, 'zzqqxx不存在的词', 'False')).toEqual([])
})
