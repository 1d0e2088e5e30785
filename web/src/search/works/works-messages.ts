// Messages of the works view.
import { createMessages } from '../../use-messages.ts'

export const worksMessages = createMessages({
  works: ['{0} 部作品', '1 work|{0} works'],
  worksOf: ['{0}/{1} 部作品', '{0}/{1} works'],
  textOnly: ['以下仅正文提到', 'Below: only mentioned in the text of a post'],
  links: ['{0} 条', '1 link|{0} links'],
  sources: ['{0} 个来源', '1 source|{0} sources'],
  copyOf: ['复制{0}的链接', 'Copy the link of {0}'],
  copied: ['已复制{0}的标题、链接和提取码', 'Copied title, link and code ({0})'],
  copiedNoCode: ['已复制{0}的标题和链接', 'Copied title and link ({0})'],
  select: ['选择 {0}', 'Select {0}'],
  season: ['第{0}季', 'Season {0}'],
  allSeasons: ['全季', 'All seasons'],
  episodes: ['全{0}集', '1 episode|{0} episodes'],
  upTo: ['更新至{0}集', 'up to episode {0}'],
  complete: ['全集', 'Complete'],
  kinds: {
    movie: ['电影', 'Film'],
    series: ['剧集', 'Series'],
    show: ['综艺', 'Show'],
    animation: ['动画', 'Animation'],
    documentary: ['纪录片', 'Documentary'],
    book: ['图书', 'Book'],
    comic: ['漫画', 'Comic'],
    audiobook: ['有声书', 'Audiobook'],
    course: ['课程', 'Course'],
    software: ['软件', 'Software'],
    game: ['游戏', 'Game'],
    music: ['音乐', 'Music'],
    other: ['其他', 'Other'],
  },
})
export type WorksWords = (typeof worksMessages)['zh']
