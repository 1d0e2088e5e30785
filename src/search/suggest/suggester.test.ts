// Suggestions: parts of titles, pinyin, similar titles, and what is banned.
import { expect, it } from 'vitest'
import { createMemoryArchive } from '../../../test/kit/archive.ts'
import { ban, createTestBans } from '../../../test/kit/disk.ts'
import { makeClock } from '../../../test/kit/wire.ts'
import { foldWords } from '../../contract/fold-text.ts'
import { createLateSuggester } from './load-suggester.ts'

const titles = [
  '流浪地球2 4K REMUX 国语中字',
  '【流浪地球】2019 1080P',
  '流浪地球 (2019) 4K 杜比视界',
  '我的流浪日记 全24集',
  '三体 全30集 4K',
  'Interstellar 2014 1080p BluRay',
]

function makeSuggester(listed: readonly string[] = [], bans = createTestBans()) {
  const clock = makeClock()
  const storage = createMemoryArchive(clock.epochMs)
  const keep = (title: string, at = 0) =>
    storage.keep([
      {
        ...{
          key: `quark:${title}`,
          type: 'quark',
          url: `https://pan.quark.cn/s/${at}`,
          password: '',
          source: 'tg:alpha',
        },
        ...{ post: `${at}`, title, heading: '', at: undefined, searchText: foldWords(title) },
      },
    ])
  titles.forEach(keep)
  const listTitles = async () => listed
  const suggest = createLateSuggester({
    storage: () => storage,
    sourceIds: ['tg:alpha'],
    listTitles,
    bans,
    epochMs: clock.epochMs,
  })
  const texts = async (q: string, limit = 10) =>
    (await suggest({ q, limit })).map(({ title, from, match }) => `${title} ${from} ${match}`)
  return { texts, clock, keep }
}

it('titles with the text are suggested, those that begin with it first, then the most frequent', async () => {
  const { texts } = makeSuggester()
  expect(await texts('流浪')).toEqual([
    '流浪地球 archive title',
    '流浪地球2 archive title',
    '我的流浪日记 archive title',
  ])
  expect(await texts('流浪', 1)).toEqual(['流浪地球 archive title'])
  expect(await texts('interst')).toEqual(['Interstellar archive title'])
})

it('traditional characters, other cases and punctuation are the same', async () => {
  expect(await makeSuggester(['流浪地球 3']).texts('ＩＮＴＥＲ-stellar')).toEqual(['Interstellar archive title'])
  expect(await makeSuggester(['狂飙']).texts('狂飆')).toEqual(['狂飙 list title'])
})

it.each([
  '"',
  'NEAR(三体 流浪)',
  '三体 AND',
  'NOT 三体',
  'OR',
  '三体*',
  '^三体',
  'title:三体',
  '-三体',
  '(三体',
  '{三体}:',
  '三体 + 流浪',
  "'",
  '%',
  '_',
  '&|!<->',
  ':*',
])('the text %s, which is syntax of a full-text index, has an answer', async (q) => {
  await expect(makeSuggester().texts(q)).resolves.toBeInstanceOf(Array)
})

it('a title of a list is suggested once, as that of the archive if it is in both', async () => {
  const { texts } = makeSuggester(['三体', '三体：黑暗森林'])
  expect(await texts('三体')).toEqual(['三体 archive title', '三体：黑暗森林 list title'])
})

it('Chinese titles are found by the first letters of their pinyin, and by whole syllables', async () => {
  const { texts } = makeSuggester(['狂飙'])
  expect(await texts('lldq2')).toEqual(['流浪地球2 archive pinyin'])
  expect(await texts('liulangd')).toEqual(['流浪地球 archive pinyin', '流浪地球2 archive pinyin'])
  expect(await texts('diqiu')).toEqual(['流浪地球 archive pinyin', '流浪地球2 archive pinyin'])
  expect(await texts('kuangb')).toEqual(['狂飙 list pinyin'])
})

it('what was archived since is found by pinyin after a while', async () => {
  const { texts, clock, keep } = makeSuggester()
  expect(await texts('changan')).toEqual([])
  keep('长安三万里 4K', 7)
  clock.advance(10 * 60_000 + 1)
  expect(await texts('changan')).toEqual(['长安三万里 archive pinyin'])
})

it('similar titles are suggested only where there are no others', async () => {
  const { texts } = makeSuggester()
  expect(await texts('流浪地求')).toEqual(['流浪地球 archive near', '流浪地球2 archive near'])
  expect(await texts('intersteller')).toEqual(['Interstellar archive near'])
  expect(await texts('木星')).toEqual([])
  expect(await texts('!?')).toEqual([])
})

it('what is banned is not suggested', async () => {
  const bans = createTestBans()
  const { texts } = makeSuggester(['流浪者'], bans)
  await ban(bans, 'word', '地球')
  await ban(bans, 'word', '流浪者')
  expect(await texts('流浪')).toEqual(['我的流浪日记 archive title'])
})

it('without an archive, titles of lists are suggested', async () => {
  const listTitles = async () => ['狂飙']
  const suggest = createLateSuggester({ storage: () => undefined, sourceIds: [], listTitles, epochMs: () => 0 })
  expect(await suggest({ q: '狂', limit: 1 })).toEqual([{ title: '狂飙', from: 'list', match: 'title' }])
  expect(await suggest({ q: 'kb', limit: 1 })).toEqual([{ title: '狂飙', from: 'list', match: 'pinyin' }])
})

it('the parts of a pasted share are no titles', async () => {
  const { texts, keep } = makeSuggester()
  keep('我用链接分享')
  for (const q of ['我用 链接：https://pan.quark.cn/s/1 提取码：abcd', 'pan.quark.cn/s/1', 'magnet:?xt=urn:btih:0a1b'])
    expect(await texts(q)).toEqual([])
})
