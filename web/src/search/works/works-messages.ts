// Messages of the works view.
import { createMessages } from '../../use-messages.ts'

export const worksMessages = createMessages({
  works: [(count: number) => `${count} 部作品`, (count: number) => (count === 1 ? '1 work' : `${count} works`)],
  worksOf: [
    (shown: number, count: number) => `${shown}/${count} 部作品`,
    (shown: number, count: number) => `${shown} of ${count} works`,
  ],
  textOnly: ['以下仅正文提到', 'Below: only mentioned in the text of a post'],
  links: [(count: number) => `${count} 条`, (count: number) => (count === 1 ? '1 link' : `${count} links`)],
  sources: [(count: number) => `${count} 个来源`, (count: number) => (count === 1 ? '1 source' : `${count} sources`)],
  copyOf: [(cloud: string) => `复制${cloud}的链接`, (cloud: string) => `Copy the link of ${cloud}`],
  copied: [
    (cloud: string) => `已复制${cloud}的标题、链接和提取码`,
    (cloud: string) => `Copied title, link and code (${cloud})`,
  ],
  copiedNoCode: [
    (cloud: string) => `已复制${cloud}的标题和链接`,
    (cloud: string) => `Copied title and link (${cloud})`,
  ],
  select: [(title: string) => `选择 ${title}`, (title: string) => `Select ${title}`],
  season: [(season: string) => `第${season}季`, (season: string) => `Season ${season}`],
  allSeasons: ['全季', 'All seasons'],
  episodes: [(count: number) => `全${count}集`, (count: number) => `${count} episodes`],
  upTo: [(count: number) => `更新至${count}集`, (count: number) => `up to episode ${count}`],
  complete: ['全集', 'Complete'],
  kinds: [
    {
      movie: '电影',
      series: '剧集',
      show: '综艺',
      animation: '动画',
      documentary: '纪录片',
      book: '图书',
      comic: '漫画',
      audiobook: '有声书',
      course: '课程',
      software: '软件',
      game: '游戏',
      music: '音乐',
      other: '其他',
    },
    {
      movie: 'Film',
      series: 'Series',
      show: 'Show',
      animation: 'Animation',
      documentary: 'Documentary',
      book: 'Book',
      comic: 'Comic',
      audiobook: 'Audiobook',
      course: 'Course',
      software: 'Software',
      game: 'Game',
      music: 'Music',
      other: 'Other',
    },
  ],
})
export type WorksWords = (typeof worksMessages)['zh']
