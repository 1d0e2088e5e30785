// Tests the joining of items of lists into stories.
import { expect, it } from 'vitest'
import { atOnce } from '../../async/pieces.ts'
import { joinStories } from './join-stories.ts'
import { createReader } from './similarity.ts'
import type { RankedList, Story } from './story.ts'

const hour = 3_600_000

function list(source: string, titles: readonly string[], at = 0): RankedList {
  return {
    source,
    platform: source,
    at,
    items: titles.map((title) => ({ id: title, title, url: `https://${source}.example/` })),
  }
}

function join(lists: readonly RankedList[], now = 0, earlier: readonly Story[] = []): Story[] {
  return atOnce(joinStories(lists, now, earlier))
}

function titlesOf(stories: readonly Story[]): string[][] {
  return stories.map(({ items }) => items.map(({ title }) => title).sort())
}

const goat = ['山羊闯入云溪图书馆', '云溪图书馆闯入一只山羊']

it('the same event in other words on two platforms is a story', () => {
  const lists = [list('a', [goat[0] ?? '', '今天天气不错']), list('b', ['晚饭吃什么', goat[1] ?? ''])]
  expect(titlesOf(join(lists))).toEqual([goat.toSorted()])
})

it('items of one platform alone are no story, also on two of its lists', () => {
  expect(join([list('a', goat)])).toEqual([])
  const lists = goat.map((title, index) => ({ ...list(`a-${index}`, [title]), platform: 'a' }))
  expect(join(lists)).toEqual([])
})

const film = '纸鹤与灯塔'
const theft = ['纸鹤博物馆失窃，灯塔旁发现嫌疑人', '灯塔旁发现纸鹤博物馆失窃案嫌疑人']

it('the bare title of a work joins no event that has its words', () => {
  const films = { ...list('films', [film]), isOfWorks: true }
  const lists = [list('a', [theft[0] ?? '']), list('b', [theft[1] ?? '', '纸鹤与灯塔旁的失窃案']), films]
  expect(titlesOf(join(lists)).flat()).not.toContain(film)
  expect(titlesOf(join(lists.slice(0, 2))).flat()).toEqual(titlesOf(join(lists)).flat())
})

it('the bare title of a work joins the same title, and no headline about it', () => {
  const films = { ...list('films', [film]), isOfWorks: true }
  expect(titlesOf(join([films, list('a', [film]), list('b', [`《${film}》今日上映`])]))).toEqual([[film, film]])
})

/** A day of games: many different stories of one swimmer on each list. */
const swimmer = [
  '林小溪赛前紧张到失眠',
  '林小溪的奶奶来到现场',
  '林小溪学过八年钢琴',
  '林小溪签名被高价倒卖',
  '林小溪晒出童年旧照',
  '林小溪谈减肥经历',
]
const record = ['林小溪打破百米蛙泳世界纪录', '百米蛙泳世界纪录被林小溪刷新']

it('the name of an occasion, which many stories of the day have, joins none; what happened does', () => {
  const lists = record.map((title, at) => list(`${at}`, [title, ...swimmer.slice(3 * at, 3 * at + 3)]))
  expect(titlesOf(join(lists))).toEqual([record.toSorted()])
})

it('a headline that is only the name of an occasion joins none of its stories', () => {
  const lists = [list('a', ['林小溪', record[0] ?? '', ...swimmer.slice(0, 3)]), list('b', swimmer.slice(3))]
  expect(join(lists)).toEqual([])
})

it('a chain of pairs is no story', () => {
  const chain = ['云溪图书馆闯入一只山羊', '山羊闯入白沙湾渔船', '渔船在白沙湾撞上灯塔', '灯塔守护人获得劳动奖章']
  const lists = chain.map((title, index) => list(`${index}`, [title]))
  expect(Math.max(0, ...join(lists).map(({ items }) => items.length))).toBeLessThan(3)
})

it('a story does not depend on the order of the lists', () => {
  const lists = [list('a', [goat[0] ?? '']), list('b', [goat[1] ?? '']), list('c', ['云溪图书馆进了山羊'])]
  expect(join(lists.toReversed())).toEqual(join(lists))
})

it('titles that are known from an earlier join give the same stories', () => {
  const reader = createReader()
  const days = [
    [list('a', [record[0] ?? '', ...swimmer]), list('b', record)],
    [list('a', record), list('b', goat), list('c', goat)],
  ]
  for (const lists of [...days, ...days]) expect(atOnce(joinStories(lists, 0, [], reader))).toEqual(join(lists))
})

it('the words in common are named with their weights', () => {
  const [story] = join([list('a', [goat[0] ?? '']), list('b', [goat[1] ?? ''])])
  expect(story?.why.map(({ word }) => word)).toEqual(expect.arrayContaining(['云溪图书馆', '山羊']))
  expect(story?.why.every(({ weight }) => weight > 0)).toBe(true)
})

it('more platforms, higher ranks and a faster spread give a higher score', () => {
  const title = '山羊闯入云溪图书馆'
  const score = (lists: readonly RankedList[], now = 0) => join(lists, now)[0]?.score ?? 0
  const two = [list('a', [title]), list('b', [title])]
  expect(score([...two, list('c', [title])])).toBeGreaterThan(score(two))
  expect(score(two)).toBeGreaterThan(score([list('a', ['晚饭吃什么', title]), list('b', [title])]))
  expect(score(two)).toBeGreaterThan(score(two, 5 * hour))
})

it('a story keeps its id and its first sight while items come and go', () => {
  const first = join([list('a', goat.slice(0, 1)), list('b', goat.slice(1))])
  const second = join([list('b', goat.slice(1), hour), list('c', goat.slice(0, 1), hour)], hour, first)
  const third = join([list('c', goat.slice(0, 1), 2 * hour), list('d', goat.slice(1), 2 * hour)], 2 * hour, second)
  expect([second, third].map(([story]) => story?.id)).toEqual([first[0]?.id, first[0]?.id])
  expect(third[0]).toMatchObject({ firstSeen: 0, firstSource: 'a' })
})

it('no two stories have one id', () => {
  const other = '渔船在白沙湾搁浅'
  const [whole] = join([list('a', goat.slice(0, 1)), list('b', goat.slice(1))])
  if (!whole) throw new Error('no story')
  const [item] = whole.items
  const mixed = { ...whole, items: item ? [{ ...item, title: other, id: other }, ...whole.items] : [] }
  const lists = [list('a', [goat[0] ?? '', other]), list('b', [goat[1] ?? '', other])]
  const ids = join(lists, 0, [mixed]).map(({ id }) => id)
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(2)
})

const names = [...'云溪山林石河海风雨雷火金木水土日月星']

/** Lists of headlines of one template: warnings for many towns. */
function warnings(count: number): RankedList[] {
  return Array.from({ length: count }, (_, place) =>
    list(
      `list-${place}`,
      Array.from({ length: 50 }, (_, rank) => {
        const [first, second, third] = [rank % 18, (place * 50 + rank) % 17, (place * 7) % 18].map((at) => names[at])
        return `${first}${second}${third}市气象台发布暴雨橙色预警`
      }),
    ),
  )
}

it('thousands of headlines of one template are joined in pieces of bounded work', () => {
  const pieces = [...joinStories(warnings(40), 0)]
  expect(pieces.length).toBeGreaterThan(5)
  expect(Math.max(...pieces)).toBeLessThan(80_000)
  expect(pieces.reduce((sum, work) => sum + work, 0)).toBeLessThan(60_000_000)
})

it.each([
  ['OpenAI releases GPT-6 with longer memory', 'OpenAI 在首尔开设办公室'],
  ['OpenAI releases GPT-6 with longer memory', 'OpenAI 发布 GPT-6'],
  ['Apple iPhone 18 Pro review: a better camera', '苹果 iPhone 18 Pro 降价'],
  ['Tesla recalls 200,000 cars over brakes', 'Tesla 召回 200,000 辆汽车'],
])('a sentence in English and what Chinese lists tell of the same brand are no story: %s, %s', (english, chinese) => {
  const lists = [list('a', [english]), list('b', [chinese, `${chinese}，三点看懂`])]
  expect(titlesOf(join(lists)).flat()).not.toContain(english)
})

it.each([
  ['The prize goes to a translator of the year', 'The mayor talks to the press about the budget of the city'],
  ['How the new law will change the way we work', 'How the storm will hit the coast and the towns we know'],
  ['UK to ban phones in schools from next year', 'Japan to raise taxes on tourists from next year'],
  ['What we know about the attack in Paris', 'What we know about the crash in Delhi'],
  ['Police arrest man after shooting at mall', 'Police arrest man after stabbing on train'],
  ['Trump says he will meet Putin next week', 'Trump says tariffs will stay in place'],
  ['Live updates: fire in Hong Kong', 'Live updates: election in Chile'],
  // A name alone, another place and number, other single words.
  ['林小溪新专辑三月发行', '林小溪为粉丝签名到深夜'],
  ['青石县发生4.6级地震', '赤水镇发生3.1级地震'],
  ['A股', '港股'],
])('words that many headlines have, and a name alone, join none: %s, %s', (one, other) => {
  expect(join([list('a', [one]), list('b', [other])])).toEqual([])
})

it.each([
  ['with words of one meaning', '云溪队挺进半决赛', '云溪队晋级四强'],
  ['with other spellings of numbers, width and script', '三名潜水員獲救', '3名潜水员获救'],
  ['with the same number', '青石县发生4.6级地震', '青石县地震4.6级'],
  ['of the same single word', 'A股', 'A股'],
  ['in English', 'OpenAI releases GPT-6 with longer memory', 'OpenAI launches GPT-6, a model with longer memory'],
  ['in English', 'Trump and Putin to meet in Budapest next week', 'Putin to meet Trump in Budapest'],
  ['in English', 'Earthquake of magnitude 6.1 strikes northern Japan', 'Magnitude 6.1 earthquake hits northern Japan'],
])('headlines of the same event %s are a story: %s, %s', (_what, one, other) => {
  expect(titlesOf(join([list('a', [one]), list('b', [other])]))).toEqual([[one, other].toSorted()])
})
