// Words for invented works, posts and channels; all are hand-made, none names a real work.

const fixedChinese =
  '纸鹤/与灯塔 山谷/广播剧 第七/码头/的猫 雨季/邮差 云上/修理铺 失眠者/地图 月台/以北 盐湖/之歌 旧钟楼/夜话 会飞/的图书馆 北岸/观星/指南 沙丘/备忘录 蓝鲸/与信号塔 雾都/豆腐店 麦田/电台 小镇/造梦师 灯笼巷/十三号 冰原/列车 春笋/练习曲 倒着走/的河'.split(
    ' ',
  )

/** Fixed titles that tests and people can search for. */
export const fixedTitles = [
  ...fixedChinese.map((title) => title.replaceAll('/', '')),
  ...'Paper Crane and the Lighthouse, Lantern Harbour, The Salt Lake Song, Northern Platform, Valley Radio Hour, A Cat at Pier Seven, The Rainy Season Postman, Clock Tower Nights, Repairs Above the Clouds, Field Guide to Fog'.split(
    ', ',
  ),
]

/** First halves of invented Chinese titles. */
export const chineseFirst =
  '纸鹤 灯塔 山谷 云海 雨巷 星桥 旧港 青石 麦田 雪线 潮汐 竹影 远山 夜航 晨雾 风铃 沙洲 渡口 陶罐 萤火'.split(' ')

/** Second halves of invented Chinese titles. */
export const chineseSecond =
  '来信 守夜人 修理铺 观察记 练习曲 备忘录 漫游 谜案 食堂 列车 电台 学徒 地图 协奏曲 手札 编年史 图书馆 航线 四重奏 剧场'.split(
    ' ',
  )

/** The words of all Chinese titles: a line of a title may end between two of them. */
export const chineseWords = [...fixedChinese.flatMap((title) => title.split('/')), ...chineseFirst, ...chineseSecond]

/** First words of invented English titles. */
export const englishFirst =
  'Paper Lantern Valley Copper Quiet Harbour Winter Willow Amber Salt Drifting Seventh Hollow Marble Clockwork'.split(
    ' ',
  )

/** Second words of invented English titles. */
export const englishSecond =
  'Crane Radio Postman Orchard Signal Atlas Workshop Ferry Almanac Tides Library Meridian Sketchbook Caravan Compass'.split(
    ' ',
  )

/** Attributes of each kind of work: quality, length, size, and tags. */
export const kinds = {
  film: {
    marks: ['4K HDR', '1080P 国语中字', '2160p WEB-DL', '1080p BluRay'],
    sizes: ['4.7 GB', '12.5 GB', '23.1GB'],
    tags: ['电影', '4K'],
  },
  series: {
    marks: ['全12集', '更新至08集', '全24集 4K', 'S01 1080p'],
    sizes: ['18.4 GB', '36.2GB', '9.8 GB'],
    tags: ['剧集', '国剧'],
  },
  animation: {
    marks: ['全13话 内封字幕', '剧场版 1080P', '1-26集'],
    sizes: ['7.7 GB', '15GB'],
    tags: ['动漫', '国漫'],
  },
  shorts: { marks: ['短剧 80集全', '短剧 100集', '短剧合集'], sizes: ['1.2 GB', '2.6GB'], tags: ['短剧'] },
  book: {
    marks: ['EPUB+MOBI+AZW3', 'PDF 高清扫描', '有声书 128kbps'],
    sizes: ['24 MB', '310MB'],
    tags: ['电子书', '读书'],
  },
  software: {
    marks: ['v3.2.1 绿色版', 'v12.0 x64', 'macOS 通用版'],
    sizes: ['86 MB', '1.1 GB'],
    tags: ['软件', '工具'],
  },
  music: { marks: ['FLAC 24bit', '无损合集', 'WAV 整轨'], sizes: ['640 MB', '3.3GB'], tags: ['音乐', '无损'] },
  course: { marks: ['48讲完整版', '含课件', '训练营 2033'], sizes: ['5.5 GB', '28 GB'], tags: ['课程', '学习'] },
} as const

/** Sentences for descriptions; they contain no word of a title, so that a search matches only works. */
export const sentences = [
  '一个不肯下班的门房与一只会说谎的风筝在海边相遇，从此每个起风的傍晚都有新的约定!',
  '故事从一场停了三天的雪开始，主人公发现镇上所有的门牌都指向同一间空屋。',
  '每到整点，走廊尽头就会有人念出一个名字，而名字的主人总在第二天清晨醒来。',
  '小店只在傍晚六点以后开门，老板收下的不是钱，而是一段忘不掉的声音。',
  '全片没有一句旁白，镜头跟着一辆慢车从平原开到海边，窗外的光影变化就是全部的叙述。',
  '本季补齐了此前缺失的第七集与两个番外，字幕由志愿者重新校对，时间轴已经对齐。',
  '作者用四十八堂课讲清楚一件小事：怎样把复杂的问题拆成可以在一个下午做完的步骤。',
  '收录历年现场录音二十二首，附手写曲谱与录音笔记，音轨按原始顺序排列。',
  '新版修正了启动缓慢与中文路径乱码的问题，界面重新排布，老用户可以一键切回旧布局。',
  '评分约为 8.7 分(来自 1,024 人)，片长 $96 分钟，导演与主演均为虚构人物。',
  '整理不易，转存后请自行备份，失效可以在频道里留言补链，看到会尽快处理。',
  '画面经过逐帧修复，保留了原有的颗粒感，双语字幕可切换，花絮另附在文件夹内。',
] as const

/** The same in English, with characters that HTML must escape. */
export const englishSentences = [
  "A keeper & a kite trade promises through one long autumn; the town doesn't notice until the lamp goes out!",
  'Restored from the original reels, with both commentary tracks and a forty-page booklet.',
  'Twelve short lessons on doing one small thing well, with exercises and answers.',
  'The slow bus runs from the plain to the sea, and the light does the talking.',
  'Fixes slow start-up and paths with non-ASCII names; the old layout is one click away.',
  'Every name, place and number in this description is invented for testing.',
] as const

/** Hashtags that are unrelated to the work. */
export const tags = '分享 资源 合集 补档 更新 高清 自用 demo NAS 夸克网盘 阿里云盘 收藏 weekend'.split(' ')

/** Emoji in front of a title. */
export const titleEmoji = ['🎬', '📺', '🔥', '📚', '🎵', '🆕', '💎', '🎨', '✨'] as const

/** Emoji directly after links (cloud-links.md trap 4). */
export const tailEmoji = ['📁', '🔍', '🏷', '📎', '🔗', '📌', '📋', '📂', '🗄', '💾', '👥', '📢'] as const

/** Emoji of reactions. */
export const reactionEmoji = ['👍', '❤', '🔥', '🎉', '😁', '👏', '🙏', '🤩', '👀', '💯'] as const

/** Names of authors and of hidden forward sources. */
export const people = ['小演', '阿灯', '守塔人', 'Postman', '老周的书桌', 'Mia'] as const

/** Invented names of channels, groups and bots. */
export const mentions = ['demo_share', 'demo_channel_a', 'demo_group_b', 'demo_bot'] as const

/** Second halves of channel titles. */
export const channelEnds = ['分享站', '资源库', '补给站', '收藏夹', '小仓库', '放映室'] as const
