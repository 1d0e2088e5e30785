// Tests what is recognised as the title proper and its kind.
import { describe, expect, it } from 'vitest'
import { recogniseTitle } from './recognise.ts'

describe('the title proper', () => {
  it.each([
    ['名称：流浪地球2 4K 60帧 臻彩', '流浪地球2'],
    ['🎬飞驰人生2 [2024] [4K HDR] [国语] [夸克]', '飞驰人生2'],
    ['【流浪地球2】【2023】【4K原盘REMUX】', '流浪地球2'],
    ['【古装】唐朝诡事录2：西行 40集完结 4K', '唐朝诡事录2：西行'],
    ['[阿里云盘][夸克网盘]《遮天》（2023年）', '遮天'],
    ['[GM-Team][国漫][凡人修仙传][Fan Ren Xiu Xian Zhuan][2020][133][4K]', '凡人修仙传'],
    ['庆丨余丨年 第二季（2024）4K', '庆余年'],
    ['F丨飞丨驰丨人丨生丨2 (2024) 正式版 4K', '飞驰人生2'],
    ['Z 纸牌屋 六季全 1080P', '纸牌屋'],
    ['01.狂飙（2023）4K', '狂飙'],
    ['流浪地球.The.Wandering.Earth.2019.2160p.WEB-DL', '流浪地球'],
    ['The.Expanse.S06.2160p.AMZN.WEB-DL', 'The Expanse'],
    ['[SubsPlease] One Piece - 1111 (480p) [2E05E658].mkv', 'One Piece'],
    ['灯塔的练习曲丨天翼云盘：(', '灯塔的练习曲'],
    ['纸鹤与灯塔丨迅雷', '纸鹤与灯塔'],
    ['纸鹤与灯塔 / UC丨4K', '纸鹤与灯塔'],
    ['纸鹤与灯塔【百度】【PikPak】', '纸鹤与灯塔'],
    ['迅雷 11 绿色版', '迅雷'],
    ['【百度】', '百度'],
    ['哈利·波特与密室 2002 4K', '哈利·波特与密室'],
    ['𠮷祥物语😀2023 4K', '𠮷祥物语'],
    ['Ocean’s.Eleven.2001.1080p', 'Ocean’s Eleven'],
    ['2.5 Paper Cranes S01', '2.5 Paper Cranes'],
    ['Crane Tales Ver1.1a', 'Crane Tales Ver1.1a'],
    ['The P.C. S01', 'The P.C'],
    ['白塔影音paper9.org.纸鹤.2031.HD1080p', '纸鹤'],
    ['9-1-1 - S04E03 - Paper Birds', '9-1-1'],
    ['[Tail]_Paper_Crane_(2031)_04_[720p][40F2A957].mp4', 'Paper Crane'],
    ['[Tail] Paper Crane ‒ 100 [D035A39F].mkv', 'Paper Crane'],
    ['[Tail&Wing][Paper Crane 3.0 You (Not) Fold][480P]', 'Paper Crane 3.0 You'],
    ['Paper Crane - www.paper9.org', 'Paper Crane'],
    ['纸鹤奇谭2/ Yao-Chinese Cranetales 2- 03', '纸鹤奇谭2'],
  ])('of ‘%s’ is %s', (title, proper) => {
    expect(recogniseTitle(title).title).toBe(proper)
  })

  it('stands in two scripts', () => {
    expect(recogniseTitle('飞驰人生2.Pegasus.2.2024.2160p.WEB-DL')).toMatchObject({
      title: '飞驰人生2',
      originalTitle: 'Pegasus 2',
      chinese: { base: '飞驰人生', number: 2 },
      latin: { base: '飞驰人生', number: 2 },
      year: 2024,
    })
  })

  it.each([
    ['The.Wandering.Earth.II.2023', { base: '流浪地球', number: 2 }],
    ['007.Casino.Royale.2006.2160p', { base: '007', rest: ['皇家赌场'] }],
    ['Simpsons,.The.12x08.FR.avi', { base: '辛普森一家', rest: [] }],
    ['SPY×FAMILY - 13 [1080p]', { base: '间谍过家家', rest: [] }],
  ])('is that of a well-known work under its foreign title: %s', (title, name) => {
    expect(recogniseTitle(title).latin).toMatchObject(name)
  })

  it.each([
    ['复联4 终局之战 4K', '', { base: '复仇者联盟', number: 4 }],
    ['无暇赴死 2021 4K', '', { base: '007', rest: ['无暇赴死'] }],
    ['权力的游戏前传：龙之家族 第一季', '权力的游戏', { base: '龙之家族', rest: [] }],
    ['大表哥2 荒野大镖客2 中文版', '荒野大镖客', { base: '荒野大镖客', number: 2, before: undefined }],
    ['达芬奇 DaVinci Resolve 18 中文版', '', { base: '达芬奇', number: 18 }],
    ['张宇考研数学 强化班', '考研数学', { base: '考研数学', before: '张宇' }],
    ['名侦探柯南M26 黑铁的鱼影', '', { base: '名侦探柯南', number: 26 }],
    ['一九八四 乔治·奥威尔', '', { base: '1984', number: undefined }],
    ['郭德纲于谦相声合集', '郭德纲', { base: '郭德纲', number: undefined }],
    ['Win10 22H2 精简版', 'Windows 10', undefined],
  ])('is that of the work in other words: %s', (title, query, name) => {
    const { chinese, latin } = recogniseTitle(title, query)
    expect(name === undefined ? latin : chinese).toMatchObject(name ?? { base: 'windows', number: 10 })
  })

  it.each([
    ['【纸鹤】修复版', '纸鹤'],
    ['纸鹤 <合集> & 灯塔', '纸鹤'],
    ['【修复版】灯塔的练习曲', '灯塔的练习曲'],
    ['纸鹤之歌 无损合集', '纸鹤之歌'],
    ['纸鹤之歌无损专辑 3.3GB', '纸鹤之歌'],
  ])('of ‘%s’ is %s, not what describes it', (title, proper) => {
    expect(recogniseTitle(title).title).toBe(proper)
  })

  it.each([
    '流浪地球2',
    '流浪地球 Ⅱ',
    '流浪地球二',
    '流浪地球 第二部',
    '流浪地球II',
    '流浪地球２',
    '流浪地球贰',
    '流浪地球 2代',
  ])('has a number in any numerals: %s', (title) => {
    expect(recogniseTitle(`${title} 4K`).chinese).toMatchObject({ base: '流浪地球', number: 2 })
  })

  it('is what was searched for, even if it looks like a mark', () => {
    expect(recogniseTitle('1984 乔治·奥威尔 epub', '1984').compact).toContain('1984')
    expect(recogniseTitle('2026考研英语 刘晓艳 全程班', '考研英语').chinese?.base).toBe('考研英语')
  })

  it.each([
    ['Wonder.Woman.1984.2020.1080p', 'Wonder Woman 1984', 2020],
    ['Taylor Swift - 1989 (Deluxe) 2014 FLAC', 'Taylor Swift - 1989', 2014],
    ['歌手2024 (2024) 13期全', '歌手', 2024],
    ['喜剧大会 更新至20250815期', '喜剧大会', 2025],
  ])('has the first of two years, the last one is the year: %s', (title, proper, year) => {
    expect(recogniseTitle(title)).toMatchObject({ title: proper, year })
  })

  it.each([
    ['仙剑奇侠传一 34集全', '仙剑奇侠传', 1],
    ['文明V 全DLC', '文明', 5],
    ['文明VI 豪华版', '文明', 6],
  ])('has a number that is glued to it: %s', (title, query, number) => {
    expect(recogniseTitle(title, query).chinese).toMatchObject({ base: query, number })
  })

  it('does not have its maker: BBC, Sid Meier’s', () => {
    expect(recogniseTitle('BBC.Planet.Earth.2006.1080p').latin?.base).toBe('地球脉动')
    expect(recogniseTitle('Sid Meier’s Civilization VII-RUNE').latin).toMatchObject({ base: '文明', number: 7 })
    expect(recogniseTitle('Schindlers.List.1993').latin?.base).toBe('辛德勒的名单')
  })

  it.each([
    ['Crane Tatsu 17-26 E01', 'cranetatsu1726'],
    ['纸鹤变成 S 级 - 01 [1080P]', '纸鹤变成s级'],
    ['白塔记 / 纸塔记 第二季', '白塔记'],
    ['【Group】★04月新番【纸鹤 Paper Crane】[03][1080P]', '纸鹤'],
    ['【幻樱字幕组】【4月新番】【纸鹤 Paper Crane】【01】', '纸鹤'],
    ['[Aaaa&Bbbb][Paper Crane][BDRIP][01]', 'papercrane'],
    ['01. Paper Crane (2020).mkv', 'papercrane'],
    ['24 - S01E01', '24'],
    ['Paper Crane aka White Tower 2020', 'papercrane'],
    ['[Group] 纸鹤 SP02 [1080p]', '纸鹤'],
  ])('keeps its letters and numbers, and no other title: %s', (title, base) => {
    const { chinese, latin } = recogniseTitle(title)
    expect(chinese ?? latin).toMatchObject({ base, number: undefined, rest: [] })
  })

  it('has no author before or after it', () => {
    expect(recogniseTitle('2025雅思 新东方 全程班', '雅思').persons).toEqual(['新东方'])
    expect(recogniseTitle('李宏毅2023机器学习课程', '机器学习')).toMatchObject({
      title: '机器学习',
      persons: ['李宏毅'],
    })
  })

  it('has persons after its marks', () => {
    expect(recogniseTitle('倚天屠龙记 2019 曾舜晞 陈钰琪 50集全').persons).toEqual(['曾舜晞', '陈钰琪'])
  })

  it('is found after other words if it was searched for', () => {
    expect(recogniseTitle('唐诡3 唐朝诡事录之长安 更新至16集', '唐朝诡事录').chinese).toMatchObject({
      base: '唐朝诡事录',
      rest: ['之长安'],
    })
  })

  it('is the text itself if there are only marks', () => {
    expect(recogniseTitle('4K 1080P').title).toBe('4K 1080P')
    expect(recogniseTitle('').title).toBe('')
  })
})

describe('the kind', () => {
  it.each([
    ['凡人修仙传 有声小说 大灰狼播讲 2000集 MP3', 'audiobook'],
    ['凡人修仙传 漫画 1-320话 PDF', 'comic'],
    ['凡人修仙传 忘语 TXT', 'book'],
    ['流浪地球 电影原声带 FLAC', 'music'],
    ['办公室Excel教程 从入门到精通 68集视频 MP4', 'course'],
    ['塞尔达传说 王国之泪 v1.2.1 中文 NSP', 'game'],
    ['Adobe Photoshop 2024 破解版 Mac', 'software'],
    ['AutoCAD 2024 中文版 安装包+激活教程', 'software'],
    ['再见爱人4 加更版+正片', 'series'],
    ['飞驰人生1-2合集 4K', 'collection'],
    ['遮天 第132集＆紫川2更15集', 'pack'],
    ['庆余年 第二季 4K', 'series'],
    ['海贼王剧场版 狂热行动 2019', 'film'],
    ['小丑 2019 4K', 'video'],
    ['AutoCAD 2024中文版从入门到精通 PDF', 'book'],
    ['周杰伦 - 七里香 2004 [SACD ISO]', 'music'],
    ['Adobe Premiere Pro 2024 v24.6', 'software'],
    ['ELDEN RING NIGHTREIGN v1.01-RUNE', 'game'],
    ['奔跑吧 20240426期 4K', 'series'],
  ])('of ‘%s’ is %s', (title, kind) => {
    expect(recogniseTitle(title).class).toBe(kind)
  })
})
