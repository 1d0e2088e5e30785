// Which searches stay in memory, and which are repeated on return.
import { describe, expect, it } from 'vitest'
import { createScriptedTimers } from '../../../test/kit/page-data.ts'
import type { ServerEvent } from '../api-client.ts'
import { RecentSearches } from './recent-searches.ts'
import { emptySearch } from './search-state.ts'

const end = { complete: true, sources: { asked: 1, answered: 1, failed: 0, pending: 0 }, took_ms: 1 }

function scripted() {
  const { timers, now, pass, settle } = createScriptedTimers()
  const asked: string[] = []
  async function* events(path: string): AsyncGenerator<ServerEvent> {
    asked.push(new URL(path, 'http://page.test').searchParams.get('kw') ?? '')
    yield { event: 'start', data: { sources: ['tg:abcd'] } }
    yield { event: 'end', data: end }
  }
  const recent = new RecentSearches({ api: { events }, epochMs: now, timers })
  return {
    asked,
    pass,
    async open(kw: string) {
      const search = recent.open({ ...emptySearch, kw })
      await settle()
      return search
    },
  }
}

describe('a search one comes back to', () => {
  it('is there as it was left, and not asked again', async () => {
    const page = scripted()
    const first = await page.open('a')
    await page.open('b')
    expect(await page.open('a')).toBe(first)
    expect(page.asked).toEqual(['a', 'b'])
  })

  it('is asked again once it is old', async () => {
    const page = scripted()
    await page.open('a')
    await page.pass(299_999)
    await page.open('a')
    expect(page.asked).toEqual(['a'])
    await page.pass(1)
    await page.open('a')
    expect(page.asked).toEqual(['a', 'a'])
  })

  it('is forgotten when four others have come since', async () => {
    const page = scripted()
    const first = await page.open('a')
    for (const kw of ['b', 'c', 'd', 'e']) await page.open(kw)
    expect(await page.open('a')).not.toBe(first)
  })
})
