// Pinyin of our list names and of declared ones.
import { describe, expect, it } from 'vitest'
import { pinyinOf } from '../parsing/pinyin.ts'
import { buildLists } from './build-lists.ts'
import { addPinyin } from './list-set.ts'
import { loadHotLists } from './load-lists.ts'
import { toSourceRecord } from './to-contract.ts'

const quiet = { warn: () => undefined, error: () => undefined }

describe('pinyin', () => {
  it.each([
    ['微博', '实时热搜', 'wei bo shi shi re sou'],
    ['36氪', '快讯', '36 ke kuai xun'],
    ['IT之家「喜加一」', undefined, 'it zhi jia xi jia yi'],
    ['Linux.do · 周热门', undefined, 'linux do zhou re men'],
    ['新浪网 · 旅游热榜', undefined, 'xin lang wang lv you re bang'],
    ['AcFun · 音乐', undefined, 'acfun yin yue'],
    ['新浪新闻 · 总排行', undefined, 'xin lang xin wen zong pai hang'],
    ['哔哩哔哩', '排行榜', 'bi li bi li pai hang bang'],
    ['招商银行', '行情', 'zhao shang yin hang hang qing'],
    ['重庆', '重要成长', 'chong qing zhong yao cheng zhang'],
    ['B站', '弹幕', 'b zhan dan mu'],
  ])('of %s %s is as people type it', (name, title, sound) => {
    expect(pinyinOf({ name, ...(title === undefined ? {} : { title }) })).toBe(sound)
  })

  it('is absent where nothing is Chinese', () => {
    expect(pinyinOf({ name: 'Hacker News' })).toBeUndefined()
    expect(pinyinOf({ name: 'ニュース', title: '!' })).toBeUndefined()
  })
})

describe('the record of a list', () => {
  it('of ours has it from the catalogue, also where a setting has its file loaded', async () => {
    for (const env of [{}, { WEIBO_COOKIE: 'SUB=x' }]) {
      const lists = await loadHotLists(env, quiet)
      expect(await addPinyin(lists)).toBe(lists)
      const weibo = lists.get('weibo')
      expect(weibo && toSourceRecord(weibo).pinyin).toBe('wei bo shi shi re sou')
    }
  })

  it('of an operator has it too, if it has a Chinese name', async () => {
    const family = { home: 'https://l.test/', column: 'tech', color: '#336699' }
    const list = { type: 'hottest', interval: 60, ask: async () => [] }
    const made = (id: string, name: string) => buildLists(id, { ...family, name, lists: { [id]: list } })
    const lists = new Map([...made('ours', '公司内网'), ...made('plain', 'Plain')].map((one) => [one.id, one]))
    const records = [...(await addPinyin(lists)).values()].map(toSourceRecord)
    expect(records.map(({ id, pinyin }) => [id, pinyin])).toEqual([
      ['ours', 'gong si nei wang'],
      ['plain', undefined],
    ])
  })
})
