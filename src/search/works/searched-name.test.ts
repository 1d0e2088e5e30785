// What of a keyword can name a work.
import { expect, it } from 'vitest'
import { groupWorks } from './group-works.ts'
import { recogniseTitle, searchedName } from './recognise.ts'

it.each([
  ['三体', '三体'],
  ['三体 4K', '三体'],
  ['有声书 三体', '三体'],
  ['沙丘 2021', '沙丘'],
  ['考研英语 2025', '考研英语'],
  ['1984', '1984'],
  ['Web Therapy', 'webtherapy'],
  ['慶餘年　Ⅱ', '庆余年ⅱ'],
  ['4K', ''],
  ['有声书', ''],
  ['全12集 短剧', ''],
])('of %j it is %j', (kw, name) => {
  expect(searchedName(kw)).toBe(name)
})

/** The titles by work, for a search. */
function grouped(kw: string, titles: readonly string[]): string[][] {
  const recognised = titles.map((title) => recogniseTitle(title, searchedName(kw)))
  const { keys } = groupWorks(recognised, searchedName(kw))
  return [...Map.groupBy(recognised, (title) => keys.get(title)).values()].map((same) => same.map(({ text }) => text))
}

it.each([
  ['短剧', ['风铃 短剧 80集全', '灯塔 (2036) 短剧 80集全', 'Amber (2036) 短剧 100集']],
  ['有声书', ['【有声书 128kbps】风铃', 'Valley (2033) 有声书', '夜航 (2033) 有声书']],
  ['4K', ['青石 (2032) 2160p WEB-DL', 'Caravan (2032) 4K']],
  ['修理铺', ['风铃·修理铺 4K', '沙洲·修理铺', '修理铺 2027']],
])('titles that only have %s in common are several works', (kw, titles) => {
  expect(grouped(kw, titles)).toEqual(titles.map((title) => [title]))
})

it('a person before the dot is none of the title', () => {
  expect(grouped('济公传', ['郭德纲·济公传 评书', '济公传 郭德纲 评书'])).toHaveLength(1)
})
