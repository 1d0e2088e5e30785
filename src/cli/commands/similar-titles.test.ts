// The titles that the terminal names after a search that found nothing.
import { Writable } from 'node:stream'
import { expect, it } from 'vitest'
import { plainScreen } from '../../../test/kit/screen.ts'
import { writeSimilarTitles } from './search.ts'

/** What is written for a keyword when the server suggests these titles, or refuses; and what it was asked. */
async function written(kw: string, titles: readonly string[] | undefined) {
  let text = ''
  const asked: unknown[] = []
  const err = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk)
      done()
    },
  })
  const client = {
    async suggest(query: unknown) {
      asked.push(query)
      if (!titles) throw new Error('the server has no suggestions')
      const suggestions = titles.map((title) => ({ title, from: 'archive', match: 'near' }) as const)
      return { apiVersion: '1.0', timestamp: 0, suggestions } as const
    },
  }
  const terminal = { err, env: { COLUMNS: '30' }, epochMs: () => 0, interrupted: new AbortController().signal }
  await writeSimilarTitles(kw, { client, terminal, screen: plainScreen(30) } as never)
  return { text, asked }
}

it('known titles like the keyword are named, without what a terminal would obey, on lines that fit', async () => {
  const { text, asked } = await written('纸鹤与灯搭', ['纸鹤与灯塔', '纸\u001b[31m鹤手札', '纸鹤与编年史'])
  expect(asked).toEqual([{ q: '纸鹤与灯搭', limit: 5 }])
  expect(text).toMatch(/^known titles: 纸鹤与灯塔/)
  expect(text).toContain('纸鹤与编年史')
  expect(text).not.toContain('\u001b')
  expect(text.trimEnd().split('\n').length).toBeGreaterThan(1)
})

it('nothing is written when no title is known or the server has no suggestions', async () => {
  expect((await written('纸鹤', [])).text).toBe('')
  expect((await written('纸鹤', undefined)).text).toBe('')
})

it('of a long keyword the beginning is enough', async () => {
  expect((await written('鹤'.repeat(150), [])).asked).toEqual([{ q: '鹤'.repeat(100), limit: 5 }])
})
