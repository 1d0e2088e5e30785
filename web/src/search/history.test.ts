// The stored search history.
import { describe, expect, test } from 'vitest'
import { memoryStorage } from '../../../test/kit/page-data.ts'
import { loadFolding } from '../components/folding.ts'
import { SearchHistory } from './history.ts'
import { emptySearch, type SearchState } from './search-state.ts'

function ask(kw: string, more: Partial<SearchState> = {}): SearchState {
  return { ...emptySearch, kw, ...more }
}

function words({ entries }: SearchHistory): string[] {
  return entries.value.map((entry) => entry.ask.kw)
}

/** A history with these searches, the newest last. */
function historyOf(...kws: readonly string[]): SearchHistory {
  const history = new SearchHistory(memoryStorage())
  for (const kw of kws) history.add(ask(kw))
  return history
}

await loadFolding()

describe('history of searches', () => {
  test('the newest search comes first', () => {
    expect(words(historyOf('one', 'two'))).toEqual(['two', 'one'])
  })

  test('the same search moves up, in the way it was last looked at', () => {
    const history = new SearchHistory(memoryStorage())
    history.add(ask('纸鹤 ABC', { types: ['quark', 'baidu'], channels: ['Aaaa', 'bbbb'] }))
    history.add(ask('two'))
    history.add(
      ask('《紙鶴》 abc', { types: ['baidu', 'quark'], channels: ['bbbb', 'aaaa'], sort: 'time', tab: 'quark' }),
    )
    expect(words(history)).toEqual(['《紙鶴》 abc', 'two'])
    expect(history.entries.value[0]?.ask).toMatchObject({ sort: 'time', tab: 'quark' })
  })

  test.each<Partial<SearchState>>([{ types: ['quark'] }, { src: 'tg' }, { channels: ['aaaa'] }, { plugins: ['aaaa'] }])(
    'a search limited to %o is another search',
    (limit) => {
      const history = historyOf('one')
      history.add(ask('one', limit))
      expect(history.entries.value).toHaveLength(2)
    },
  )

  test('no more than thirty are kept, and a search for nothing is none', () => {
    const history = historyOf(...Array.from({ length: 40 }, (_, at) => `kw ${at}`), '  ')
    expect(words(history)).toHaveLength(30)
    expect(words(history)[0]).toBe('kw 39')
    expect(words(history).at(-1)).toBe('kw 10')
  })

  test('what is kept is there for the next page', () => {
    const storage = memoryStorage()
    const before = ask('one', { types: ['115'], include: ['4k'], exclude: ['cam'], hidesDead: true, src: 'plugin' })
    new SearchHistory(storage).add(before)
    expect(new SearchHistory(storage).entries.value.map((entry) => entry.ask)).toEqual([before])
  })

  test('each keeps its key when others come before it', () => {
    const history = historyOf('one')
    const [before] = history.entries.value
    history.add(ask('two'))
    expect(history.entries.value[1]?.key).toBe(before?.key)
    expect(history.entries.value[0]?.key).not.toBe(before?.key)
  })

  test('one can be removed, and stays so', () => {
    const storage = memoryStorage()
    const history = new SearchHistory(storage)
    history.add(ask('one'))
    history.add(ask('two'))
    const [, one] = history.entries.value
    if (one) history.remove(one)
    expect(words(history)).toEqual(['two'])
    expect(words(new SearchHistory(storage))).toEqual(['two'])
  })

  test('all can be cleared and brought back, behind what came since', () => {
    const history = historyOf('one', 'two')
    const undo = history.clear()
    expect(words(history)).toEqual([])
    history.add(ask('three'))
    undo()
    expect(words(history)).toEqual(['three', 'two', 'one'])
  })

  test.each(['not json', 'null', '{"kw":"x"}', '[1,null,"x",[]]', '[{"kw":7}]', '[{"kw":"  "}]'])(
    '%s in the browser is no history',
    (stored) => {
      expect(new SearchHistory(memoryStorage({ 'trawl.history': stored })).entries.value).toEqual([])
    },
  )

  test('a field that is not what it should be is as at first', () => {
    const odd = {
      kw: 'one',
      src: 'moon',
      types: ['quark', 'floppy', 3],
      channels: 'x',
      tab: 9,
      sort: [],
      hidesDead: 'yes',
    }
    const history = new SearchHistory(memoryStorage({ 'trawl.history': JSON.stringify([odd]) }))
    expect(history.entries.value.map((entry) => entry.ask)).toEqual([ask('one', { types: ['quark'] })])
  })

  test('a browser that keeps nothing has a history as long as the page is open', () => {
    const history = new SearchHistory(undefined)
    history.add(ask('one'))
    expect(words(history)).toEqual(['one'])
  })
})
