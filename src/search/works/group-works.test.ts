// Tests which titles are one work, and the keys and descriptions of works.
import { describe, expect, it } from 'vitest'
import { describeWork } from './describe-work.ts'
import { groupWorks } from './group-works.ts'
import type { KnownKind } from './known-kinds.ts'
import { recogniseTitle } from './recognise.ts'

/** The titles by work, as found for a search word. */
function grouped(query: string, titles: readonly string[]): string[][] {
  const recognised = titles.map((title) => recogniseTitle(title, query))
  const { keys } = groupWorks(recognised, query)
  const groups = new Map<string, string[]>()
  for (const [index, title] of recognised.entries()) {
    const key = keys.get(title) ?? ''
    groups.set(key, [...(groups.get(key) ?? []), titles[index] ?? ''])
  }
  return [...groups.values()]
}

describe('titles of one work', () => {
  it.each([
    ['庆余年', ['庆余年 第二季 4K', '慶餘年 第一季 繁體中字', '庆余年2 全集', '庆余年.Joy.of.Life.S01.2019.2160p']],
    [
      '流浪地球',
      ['流浪地球2 (2023) 4K', '流浪地球Ⅱ 1080P', '流浪地球二 4K', '流浪地球2.The.Wandering.Earth.II.2023.4K'],
    ],
    ['小丑', ['小丑2：双重妄想 (2024) 4K', '小丑2 抢先版 TC', 'Joker.Folie.a.Deux.2024.2160p.WEB-DL']],
    ['遮天', ['遮天 更新至109集', 'Zhe Tian S01E104 2023 2160p']],
    ['苍穹浩瀚', ['苍穹浩瀚 1-6季 全62集', 'The.Expanse.S06.2160p', 'The Expanse S02E08 720p']],
    ['唐朝诡事录', ['唐朝诡事录 第一季 全36集', '唐朝诡事录2：西行 40集', '唐朝诡事录之长安 更新至16集']],
    ['007', ['007：黄金眼 (1995) 4K', '黄金眼 1995 1080P']],
    ['黑神话', ['黑神话：悟空 v1.0.12 中文 PC 解压即玩', '黑神话悟空 免安装 豪华版']],
    ['航海王', ['航海王 更新至1130集 4K', '海贼王 1-1120集 国语', 'One Piece - 1111 (480p)']],
    ['权力的游戏', ['权力的游戏 1-8季 4K', '冰与火之歌：权力的游戏 第1季', '权游 第八季', 'Game.of.Thrones.S01.2160p']],
    ['哈利波特', ['哈利·波特与密室 2002 4K', '哈利波特2：密室 蓝光原盘']],
    ['无间道', ['无间道 (2002) 4K修复', 'Infernal.Affairs.2002.Criterion.1080p', '无间道1 2002 蓝光 REMUX']],
    ['红楼梦', ['新红楼梦 2010 50集', '红楼梦 2010版 全50集']],
    ['大江大河', ['大江大河 第一部 47集全', '大江大河2 (2020) 39集全', '大江大河之岁月如歌 2024 33集全']],
    ['周杰伦', ['周杰伦 - 叶惠美 (2003) [FLAC]', 'Jay Chou - Ye Hui Mei (2003) FLAC', '周杰伦《叶惠美》WAV']],
    ['余华', ['活着 余华 epub', '余华《活着》 pdf']],
    ['神秘博士', ['Doctor.Who.2005.S12E01.1080p', 'Doctor Who (2005) S10 Complete']],
    ['哈利波特', ['哈利波特全集 1-7册 epub', '哈利·波特 全7卷 pdf']],
    ['Windows 10', ['Windows 10 22H2 专业版 ISO', 'Win10 22H2 精简版', 'Microsoft Windows 10 Pro x64']],
    ['咒术回战', ['咒术回战 第二季 日语中字', '咒术回战 怀玉·玉折 第二季 4K']],
    ['鬼吹灯', ['鬼吹灯 有声小说 周建龙播讲 MP3', '鬼吹灯 周建龙演播 1-8部 mp3']],
    ['文明6', ['文明6 典藏版 免安装', '席德梅尔：文明6 Switch 中文 nsp', 'Civilization VI 全DLC 免安装']],
    ['Excel', ['王佩丰 Excel教程 24讲', '王佩丰Excel2010基础教程 全24讲 视频']],
    ['Java', ['尚硅谷 Java零基础教程 2024版 宋红康 视频', '【尚硅谷】宋红康Java零基础 2024 完整版']],
    ['明日方舟', ['明日方舟：黎明前奏 第一季 日语中字', '明日方舟 冬隐归路 第二季 简日双语']],
    ['地球脉动', ['Planet.Earth.III.2023.S01.2160p', 'BBC.Planet.Earth.2006.1080p.11集全', '地球脉动 第二季']],
    ['花儿与少年', ['花儿与少年·好友记 (2024) 12期全', '花少6 好友记 更新至8期', '花儿与少年 第三季 12期']],
    ['机器学习', ['吴恩达 机器学习 2022 全142集', '吴恩达机器学习 2022 视频+课件']],
    ['雅思', ['2025雅思 新东方 全程班 视频', '新东方雅思全程班 2025 网课']],
    ['雅思词汇', ['雅思词汇真经 刘洪波 第三版 PDF', '刘洪波 雅思词汇真经 epub']],
    ['VMware', ['VMware Workstation 17 Pro 精简版', 'VMware Workstation Pro 17.6.2 中文版 激活']],
    ['久石让', ['久石让 - 菊次郎的夏天 原声带 1999 FLAC', 'Joe Hisaishi - Kikujiro Soundtrack (1999) [FLAC]']],
    ['久石让', ['久石让 武道馆音乐会 2008 蓝光原盘 1080P', '久石让 2008 音乐会 BluRay 25G']],
    ['东野圭吾', ['东野圭吾 白夜行 epub', '白夜行 东野圭吾 PDF', '东野圭吾《白夜行》mobi']],
    ['鱿鱼游戏', ['鱿鱼游戏 第二季 (2024) 7集', 'Squid.Game.S03.2025.2160p.NF.WEB-DL']],
    ['秦时明月', ['秦时明月 第四部 动漫 20集全', '秦时明月 1-6部 全集 国漫']],
    ['风味人间', ['风味人间4：谷物星球 1080P', '风味人间 1-4季 合集', '风味人间 第四季 8集']],
    ['MATLAB', ['MATLAB R2024a 中文版 Win64', 'MathWorks MATLAB 2024a Linux 破解']],
    ['花儿与少年', ['花儿与少年 丝路季 2023 12期全', '花儿与少年 好友季 2024 1080P']],
    ['星际穿越', ['星际穿越 诺兰 4K 中英双字', '星际穿越 (2014) 4K REMUX']],
    ['解忧杂货店', ['解忧杂货店 国产电影 成龙 1080P', '浪矢解忧杂货店 2017 4K']],
    ['隐秘的角落', ['隐秘的角落 迷雾剧场 4K', '隐秘的角落 全12集 1080P']],
    ['我不是药神', ['我不是药神 2018 mkv', '我不是药神 4K']],
    ['GTA', ['侠盗猎车手5 GTA V 简中 95G', 'GTA5 v1.0.3179 PC 中文 108GB']],
    ['寂静之地', ['寂静之地 前传 入侵日 1080P', '寂静之地：入侵日 2024 4K']],
    ['排球少年', ['剧场版 排球少年!! 垃圾场决战 (2024) 1080P', '排球少年 垃圾場的決戰 4K']],
    ['孙燕姿', ['孫燕姿 全專輯 16張 flac', '孙燕姿 全部专辑合集 FLAC']],
    ['After Effects', ['Adobe After Effects 2024 v24.1 中文直装版 Win', 'AE 2024 After Effects 24.6 破解直装']],
    ['吉他', ['果木浪子吉他教学入门 79课 MP4', '果木浪子吉他教学入门 全79课 视频']],
    ['Blender', ['Blender v4.2 Mac M1 中文', 'Blender 4.2 LTS Windows 安装包']],
    ['纸鹤神探', ['纸鹤神探1-4部', '纸鹤神探2 (2006) 40集', '纸鹤神探3 4K修复', '纸鹤神探 第四部 国语']],
    ['', ['纸鹤变成 S 级 - 01 [1080P]', '纸鹤变成S级 全13集']],
    ['', ['白塔 FLYHIGH! - 02 [1080P]', '白塔FLYHIGH! 全12集']],
    ['', ['想折成纸鹤！第二季 / 我想折成纸鹤！第二季 / Kami no Tsuru S2 - 05', '我想折成纸鹤！第二季 全12集']],
    ['毒鹤', ['毒鹤3 2024 4K', '毒鹤：最后一舞 2024 4K']],
    ['纸鹤剧场版', ['纸鹤剧场版27 百万美元 4K', '纸鹤剧场版 百万美元 1080P']],
    ['周小伦', ['周小伦 魔天伦演唱会 2013', '周小伦 演唱会 2013']],
    ['哈利鹤特', ['哈利鹤特1 4K', '哈利鹤特 4K']],
    ['纸鹤侠', ['纸鹤侠：生死与共 全4部 4K', '纸鹤侠1-4部合集 4K']],
    ['纸鹤全书', ['纸鹤全书 单田方播讲 有声书', '纸鹤全书 MP3']],
    ['单田芳', ['单田芳 白眉大侠 320回', '白眉大侠 单田芳播讲 MP3']],
    ['纸鹤物语', ['纸鹤物语 (2031) 4K', '纸鹤物语 2031 1080P', 'D-纸鹤物语-莱昂纳德-4K']],
    ['白塔旧事', ['白塔旧事 第3部 折纸宫廷 azw3', '白塔旧事（全集）epub']],
  ])('of %s stand together', (query, titles) => {
    expect(grouped(query, titles)).toEqual([titles])
  })
})

describe('titles of several works', () => {
  it.each([
    ['飞驰人生', ['飞驰人生 2019 4K', '飞驰人生2 2024 4K', '飞驰人生1-2合集 4K', '飞驰人生热爱篇 2025 1080P']],
    ['沙丘', ['沙丘 (2021) 4K', '沙丘 1984 1080P 蓝光', '沙丘：预言 第一季 6集全', '沙丘 弗兰克·赫伯特 epub']],
    ['海贼王', ['海贼王 1-1108话 漫画', '海贼王 真人版 第一季', '海贼王 更新至1100集', '海贼王剧场版 狂热行动 2019']],
    ['办公室', ['The.Office.US.S01.1080p', 'The.Office.UK.S01.1080p']],
    ['纸牌屋', ['House.of.Cards.1990.S01.1080p', 'House.of.Cards.2013.S01.2160p']],
    ['妖精的尾巴', ['妖精的尾巴 1-328集', '妖精的尾巴 百年任务 25集全']],
    ['鬼吹灯', ['鬼吹灯之精绝古城 全21集', '鬼吹灯之云南虫谷 全16集']],
    ['鬼吹灯', ['鬼吹灯 周建龙播讲 有声小说 mp3', '鬼吹灯 艾宝良播讲 有声小说 mp3']],
    ['刺客信条', ['刺客信条：影 豪华版 全DLC PC', '刺客信条：起源 全DLC PC', '刺客信条 全系列合集 PC 12部']],
    ['叶问', ['叶问前传 2010 1080P', '叶问2：宗师传奇 2010 1080P']],
    ['人生一串', ['人生一串 第一季 全6集', '美食纪录片打包 舌尖上的中国+人生一串 380G']],
    ['满江红', ['满江红 2023 4K', '2023春节档电影打包 满江红 流浪地球2 深海 4K']],
    ['Python', ['流畅的Python 第2版 PDF', '流畅的Python 第1版 PDF']],
    ['Photoshop', ['Photoshop 2024 直装版 Win', 'Photoshop 2025 直装版 Win']],
    ['遮天', ['遮天 更新至109集', '黑手遮天 第一季']],
    ['余华', ['活着 余华 epub', '许三观卖血记 余华 epub']],
    ['斗罗大陆', ['斗罗大陆 动画 263集全', '斗罗大陆 真人版 肖战 40集全']],
    ['无耻之徒', ['无耻之徒 1-11季', '无耻之徒 英国版 第一季']],
    ['周杰伦', ['周杰伦 嘉年华世界巡回演唱会 2023', '周杰伦 2013 魔天伦世界巡回演唱会']],
    ['水浒传', ['水浒传 评书 单田芳 360回 mp3', '水浒传 田连元 评书 mp3']],
    ['艾尔登法环', ['艾尔登法环 v1.16 全DLC 中文 PC', '艾尔登法环 修改器 风灵月影']],
    ['Excel', ['Excel 2019应用大全 PDF', 'Excel函数与公式速查手册 epub']],
    ['三国演义', ['单田芳评书 三国演义 mp3', '袁阔成 评书 三国演义 365回 MP3']],
    ['久石让', ['久石让 - 菊次郎的夏天 原声带 FLAC', '久石让 - 千与千寻 原声带 FLAC']],
    ['美人鱼', ['美人鱼 (2016) 周星驰 4K', '美人鱼 短剧 全80集']],
    ['MATLAB', ['MATLAB R2024a 中文版 Win64', 'MATLAB R2023b 中文版 Win64']],
    ['求生之路', ['求生之路2 v2.2.2 中文 PC', '求生之路2 MOD整合包 PC']],
    ['数码宝贝大冒险', ['数码宝贝大冒险 1999 54集全', '数码宝贝大冒险02 50集全', '数码宝贝大冒险 2020重启版 67集']],
    ['纸鹤', ['修复版', '4K 1080P']],
    ['纸鹤探案', ['纸鹤探案2 2018 4K', '纸鹤探案 网剧 12集 2020']],
    ['白塔演义', ['白塔演义 全84集', '白塔演义 百家讲坛']],
    ['纸塔', ['纸塔 (2017) 4K', '纸塔 外传 1080P', '纸塔 北塔篇 1080P']],
    ['纸鹤记', ['纸鹤记 更新至150集', '纸鹤记 虚天殿 1080P', '纸鹤记剧场版 狂热 2019']],
    ['三国演义', ['三国演义 有声书 张三丰 mp3', '三国演义 有声书 李四光 148回 mp3']],
    ['狐妖物语', ['狐妖物语 动画 竹业篇 全集', '狐妖物语 月红篇 36集全 杨小幂 龚大俊']],
    ['纸鹤侠', ['纸鹤侠系列9部 4K', '纸鹤侠黑暗骑士 三部曲 蓝光']],
    ['白塔数学', ['白塔数学汤小凤 课程', '强化班白塔数学 课程']],
    ['星塔', ['星塔 豪华版 Switch', '星塔系列6部合集 Switch']],
    ['纸狐', ['纸狐 王权篇 更新至22集', '纸狐 动画 竹业 4K']],
    ['白塔英语', ['白塔英语 真题 合集', '白塔英语 作文 合集']],
    ['白塔', ['白塔 有声小说 全三部 MP3', '白塔 广播剧 MP3']],
  ])('of %s stand apart', (query, titles) => {
    expect(grouped(query, titles)).toEqual(titles.map((title) => [title]))
  })
})

describe('titles of several series of one name', () => {
  it.each([
    ['奔跑吧', [['奔跑吧 第十二季'], ['奔跑吧·黄河篇 第二季', '奔跑吧 黄河篇 第1季']]],
    [
      '神秘博士',
      [['Doctor.Who.2005.S12E01.1080p', 'Doctor Who (2005) S10 Complete'], ['Doctor.Who.1963.S01-S26.DVDRip']],
    ],
    ['凡人修仙传', [['凡人修仙传 年番 更新至150集'], ['凡人修仙传 (2025) 杨洋 30集全', '凡人修仙传 真人版 杨洋']]],
    ['蜘蛛侠', [['蜘蛛侠3 英雄无归 加长版', '蜘蛛侠：英雄无归 (2021) 4K'], ['蜘蛛侠：英雄归来 2017 4K']]],
    [
      '倚天屠龙记',
      [
        ['倚天屠龙记 2019 曾舜晞 陈钰琪 50集全', '倚天屠龙记 曾舜晞版 50集'],
        ['倚天屠龙记 2003 苏有朋 40集全', '倚天屠龙记 苏有朋版 40集'],
      ],
    ],
    ['雪中悍刀行', [['雪中悍刀行 2021 张若昀 38集全', '雪中悍刀行 S01 2021'], ['雪中悍刀行 动画 2025 更新至10集']]],
    [
      'Taylor Swift',
      [
        ['Taylor Swift - Lover 2019 FLAC'],
        ['Taylor Swift The Eras Tour 2023 2160p WEB-DL', '泰勒·斯威夫特：时代巡回演唱会 2023 4K'],
      ],
    ],
  ])('of %s stand by series', (query, groups) => {
    expect(grouped(query, groups.flat())).toEqual(groups)
  })
})

describe('a number behind the name', () => {
  it.each([
    ['纸鹤2 4K', ['纸鹤 第二季 36集全'], 'series', 'another post names season 2 or counts its episodes'],
    ['纸鹤3 4K', ['纸鹤2 40集'], 'series', 'other posts count the episodes of later seasons'],
    ['纸鹤2 2018 4K', ['纸鹤 网剧 12集 2020'], 'film', 'no other post counts its episodes'],
    ['纸鹤2 2001 4K', ['纸鹤 2020 12集', '纸鹤3 2024 12集'], 'film', 'no other post counts its episodes'],
    ['纸鹤2', ['纸鹤2 枪版 2030'], 'film', 'nothing says otherwise'],
  ])('of %s beside %j makes a %s: %s', (title, others, kind, why) => {
    const titles = [title, ...others].map((text) => recogniseTitle(text, '纸鹤'))
    const decided = groupWorks(titles, '纸鹤')
    const [first] = titles
    expect(first && [decided.keys.get(first)?.split(':')[0], decided.why.get(first)]).toEqual([kind, why])
  })
})

describe('what is known besides the titles', () => {
  const known = (kind: KnownKind['kind']) => ({
    kindOf: () => ({ kind, why: 'it is known' }),
    remember: () => undefined,
  })
  it.each([
    ['纸鹤2 4K', 'series', 'series', 'it is known'],
    ['纸鹤2 4K', 'film', 'film', 'it is known'],
    ['纸鹤2 2019 4K', 'series', 'film', 'no other post counts its episodes'],
    ['纸鹤2 4K REMUX', 'series', 'film', 'no other post counts its episodes'],
    ['纸鹤：白塔 4K', 'series', 'film', 'no other post counts its episodes'],
    ['纸鹤 12集', 'film', 'series', 'its own words'],
  ] as const)('decides that %s, a name of a %s, is a %s: %s', (text, kind, decided, why) => {
    const title = recogniseTitle(text, '纸鹤')
    const works = groupWorks([title], '纸鹤', known(kind))
    expect([works.keys.get(title)?.split(':')[0], works.why.get(title)]).toEqual([decided, why])
  })

  it.each([
    [['纸鹤 第二季 12集'], [['纸鹤', true]]],
    [['纸鹤2 40集'], [['纸鹤', true]]],
    [['纸鹤2 2019 4K'], [['纸鹤', false]]],
    [['纸鹤2 电影 2019 4K', '纸鹤 第二季 12集'], [['纸鹤', false]]],
    [['纸鹤：白塔 第二季'], []],
    [['纸鹤 4K', '纸鹤2'], []],
  ])('is remembered of %j', (texts, remembered) => {
    const notes: unknown[] = []
    const kinds = { kindOf: () => undefined, remember: (...note: unknown[]) => notes.push(note) }
    const titles = texts.map((text) => recogniseTitle(text, '纸鹤'))
    groupWorks(titles, '纸鹤', kinds)
    expect(notes).toEqual(remembered)
  })
})

describe('the groups', () => {
  const titles = [
    '三体 全30集 4K',
    '三体 刘慈欣 epub',
    'Three Body S01E01',
    '三体 Three Body S01 2023 4K',
    '三体2 黑暗森林 epub',
  ]

  it('do not depend on the order of the titles', () => {
    const keys = (order: readonly string[]) => {
      const recognised = order.map((title) => recogniseTitle(title, '三体'))
      const { keys: found } = groupWorks(recognised, '三体')
      return new Map(recognised.map((title) => [title.text, found.get(title)]))
    }
    const expected = keys(titles)
    for (let turn = 1; turn < titles.length; turn += 1) {
      expect(keys([...titles.slice(turn), ...titles.slice(0, turn)])).toEqual(expected)
      expect(keys([...titles.slice(turn), ...titles.slice(0, turn)].reverse())).toEqual(expected)
    }
  })

  it('keep their keys when titles of other works are found', () => {
    const first = recogniseTitle('沙丘 (2021) 4K', '沙丘')
    const { keys: before } = groupWorks([first], '沙丘')
    const { keys: after } = groupWorks([first, recogniseTitle('沙丘 小说 epub', '沙丘')], '沙丘')
    expect(after.get(first)).toBe(before.get(first))
  })
})

describe('the description of a work', () => {
  it('has titles, year, kind and seasons', () => {
    const recognised = ['庆余年 第二季 2024', '庆余年.Joy.of.Life.S01.2019.2160p', '庆余年 第一季 动漫'].map((title) =>
      recogniseTitle(title, '庆余年'),
    )
    expect(describeWork('series:庆余年:', recognised)).toEqual({
      title: '庆余年',
      originalTitle: 'Joy of Life',
      year: 2019,
      kind: 'animation',
      seasons: [1, 2],
    })
  })

  it.each([
    ['film:沙丘:', '沙丘 4K', 'movie'],
    ['series:歌手:', '歌手 第12期', 'show'],
    ['series:航拍中国:', '航拍中国 第一季 纪录片', 'documentary'],
    ['music:周杰伦:', '周杰伦 FLAC', 'music'],
    ['pack:a:', '甲 第1集＆乙丙更2集', 'other'],
    ['film:纸鹤图纸:', '纸鹤图纸', 'other'],
  ])('of %s has the kind of the contract', (key, title, kind) => {
    expect(describeWork(key, [recogniseTitle(title)]).kind).toBe(kind)
  })
})
