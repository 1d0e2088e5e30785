// Tests the attributes of titles for the answer.
import { describe, expect, it } from 'vitest'
import { attributesOf } from './attributes.ts'
import { recogniseTitle } from './recognise.ts'

describe('the attributes of a title', () => {
  it('say what the title says', () => {
    const title = recogniseTitle(
      '庆余年 第二季 全36集 2160p 60fps HDR WEB-DL H.265 DDP5.1 国语 内封简繁 88.2GB 纯享版.mkv',
    )
    expect(attributesOf(title)).toEqual({
      season: 2,
      episodes: { from: null, to: null, total: 36, complete: true },
      quality: ['4K', '60帧', 'HDR'],
      source: 'WEB-DL',
      codec: ['HEVC'],
      audio: ['DDP5.1'],
      languages: ['国语'],
      subtitles: ['内封简繁'],
      size: Math.round(88.2 * 1024 ** 3),
      format: 'mkv',
      edition: '纯享版',
      platform: null,
    })
  })

  it('are null or empty for what the title does not say', () => {
    const { season, episodes, quality, size, format } = attributesOf(recogniseTitle('小丑'))
    expect([season, episodes, quality, size, format]).toEqual([null, null, [], null, null])
  })

  it.each([
    ['40更新中', { from: null, to: 40, total: null, complete: false }],
    ['更新至第12集', { from: null, to: 12, total: null, complete: false }],
    ['全30集', { from: null, to: null, total: 30, complete: true }],
    ['40集完结', { from: null, to: null, total: 40, complete: true }],
    ['第07-08集', { from: 7, to: 8, total: null, complete: false }],
    ['S01E05', { from: 5, to: 5, total: null, complete: false }],
    ['S02E05-E08', { from: 5, to: 8, total: null, complete: false }],
    ['第十二回', { from: 12, to: 12, total: null, complete: false }],
  ])('give the episodes of %s as numbers', (piece, episodes) => {
    expect(attributesOf(recogniseTitle(`某某剧 ${piece}`)).episodes).toEqual(episodes)
  })

  it.each([
    ['唐朝诡事录之长安 更新至16集', '之长安'],
    ['唐朝诡事录2：西行 40集完结', '西行'],
    ['鬼灭之刃 柱训练篇 8集全', '柱训练篇'],
    ['阿凡达 加长版 3D', '加长版'],
    ['泰坦尼克号 CC标准收藏版', 'CC标准收藏版'],
    ['ELDEN RING Deluxe Edition v1.12', 'Deluxe Edition'],
    ['小丑 2019', null],
    ['倚天屠龙记 金庸 三联版 epub', '三联版'],
    ['围城 钱锺书 人民文学出版社 PDF', '人民文学出版社'],
    ['围城 钱锺书 英文版 PDF', null],
    ['庆余年 三联版 4K', null],
    ['花儿与少年 丝路季 12期全', '丝路季'],
    ['花少6 好友记 更新至8期', '好友记'],
  ])('give the edition of %s', (title, edition) => {
    expect(attributesOf(recogniseTitle(title, title.startsWith('唐') ? '唐朝诡事录' : '')).edition).toBe(edition)
  })

  it.each([
    ['1-3季', [1, 2, 3]],
    ['第二季', 2],
    ['全季', 'all'],
  ])('give the seasons of %s', (piece, season) => {
    expect(attributesOf(recogniseTitle(`某某剧 ${piece}`)).season).toEqual(season)
  })

  it.each([
    ['纸鹤2 4K', 'series:纸鹤:', 2],
    ['纸鹤2 4K', 'film:纸鹤:2', null],
    ['纸鹤 第四部 国语', 'series:纸鹤:', 4],
    ['纸鹤1-4部', 'series:纸鹤:', [1, 2, 3, 4]],
    ['纸鹤1-4部', 'collection:纸鹤:', null],
  ])('have the season of %s in the work %s', (title, work, season) => {
    expect(attributesOf(recogniseTitle(title), '', work).season).toEqual(season)
  })

  it.each([
    ['纸鹤 第三季 白塔之战 10集全', '白塔之战'],
    ['纸鹤 第一季·香料之路', '香料之路'],
    ['纸鹤 第三季 张三丰 10集全', null],
    ['纸鹤 1-3季 灯塔前传', null],
  ])('have the name of the season as edition: %s', (title, edition) => {
    expect(attributesOf(recogniseTitle(title)).edition).toBe(edition)
  })

  it('take the size from the text of the post when the title has none', () => {
    const post = '描述：太阳即将毁灭。 大小：25.6GB 标签：#科幻'
    expect(attributesOf(recogniseTitle('流浪地球2 4K'), post).size).toBe(Math.round(25.6 * 1024 ** 3))
    expect(attributesOf(recogniseTitle('流浪地球2 1GB'), post).size).toBe(1024 ** 3)
  })
})
