// The words of the terminal for results, in English and Chinese; errors are translated by sentences.ts.
import { englishFacts } from '../../../client/work-summary.ts'
import type { Language } from '../../config/locale.ts'
import { columnNames } from '../../contract/columns.ts'
import { sanitizeText } from './sanitize.ts'

/** A number with its noun: `1 link`, `1,200 links`. */
function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}

const en = {
  links: (count: number) => counted(count, 'link'),
  lists: (count: number) => counted(count, 'list'),
  noTitle: '(without a title)',
  onlyInText: 'Only in the text of posts:',
  code: (code: string) => `code ${code}`,
  alsoIn: (clouds: readonly string[]) => `also ${clouds.join(', ')}`,
  archive: 'archive',
  /** States of links. */
  states: { ok: 'ok', bad: 'bad', locked: 'locked', uncertain: 'uncertain', unsupported: 'unsupported' },
  someOf: (some: number, all: number | string) => `${some} of ${all}`,
  counts: (all: string, parts: readonly string[]) => `${all}: ${parts.join(', ')}`,
  /** After a name or sentence: the server, a cloud. */
  aside: (where: string) => ` (${where})`,
  details: (time: string | undefined, sources: readonly string[]) =>
    `${time ?? 'unknown date'}, in ${sources.join(', ')}`,
  checked: (state: string, age: string) => `; ${state}, checked ${age}`,
  facts: englishFacts,

  asking: 'asking',
  checking: 'checking',
  loading: (lists: number) => `loading ${counted(lists, 'list')} …`,
  sourcesUnit: 'sources',
  linksUnit: 'links',
  noLinks: 'no links',
  linksFound: (links: number, kinds: number) => `${counted(links, 'link')} of ${counted(kinds, 'kind')}`,
  worksFound: (works: number, links: number) => `${counted(works, 'work')} with ${counted(links, 'link')}`,
  shownOf: (shown: number) => `, ${shown} shown (--limit 0 shows all)`,
  soFar: (found: string, settled: number, asked: number) =>
    `${found} so far: ${settled} of ${counted(asked, 'source')} finished`,
  answered: (found: string, answered: number, asked: number, time: string) =>
    `${found}; ${answered} of ${counted(asked, 'source')} answered in ${time}`,
  failed: (sources: number) => `${counted(sources, 'source')} failed`,
  late: (sources: number) =>
    `${counted(sources, 'source')} did not answer in time (search again to include their links)`,
  and: '; ',
  detailsNameThem: ' (--details names them)',
  fromArchive: (links: number) => `${counted(links, 'link is', 'links are')} from the archive only`,
  dead: (links: number, areHidden: boolean) =>
    `${counted(links, 'link is', 'links are')} known to be dead${areHidden ? ' and hidden' : ''}`,
  warning: (text: string) => `warning: ${text}`,
  sourceLate: (source: string) => `${source} did not answer in time`,
  sourceFailed: (source: string, why: string) => `${source} failed: ${why}`,
  sourceStale: (source: string, links: number, why: string) =>
    `${source} returned an older answer (${counted(links, 'link')}): ${why}`,
  sourcePartial: (source: string, links: number, why: string) =>
    `${source} returned a partial answer (${counted(links, 'link')}): ${why}`,
  unknownReason: 'unknown reason',
  knownTitles: (titles: string) => `known titles: ${titles}`,

  empty: (age: string) => (age === '' ? 'empty' : `empty, ${age}`),
  listFailed: (why: string) => `failed: ${why}`,
  stale: (age: string) => `${age}, stale`,
  oldBecause: (age: string, why: string) => `${age}: ${why}`,
  movements: { new: 'new', back: 'back' },
  column: (id: string) => id,
  realtime: ', realtime',
  disabled: ', disabled',
  failedLists: (failed: number, all: number) => `${failed} of ${counted(all, 'list')} failed`,
  isList: (word: string, list: string) => `${word} is ${list}`,
  reconnecting: 'Reconnecting until the server is back.',
  following: (lists: number) => `following ${counted(lists, 'list')}; press Ctrl+C to stop`,
  platforms: (count: number, age: string, source: string) =>
    `${counted(count, 'platform')}, first ${age} on ${source}: `,
  storiesOf: (some: number, all: number) => `${counted(some, 'story', 'stories')} of ${all}`,
  noStories: 'no stories: only lists that the server has take part; trawl hot weibo zhihu baidu makes it ask for some',
  risersOf: (some: number, all: number) => `${counted(some, 'riser')} of ${all}`,
  rankNew: ', new',
  rankBefore: (rank: number) => `, was #${rank}`,
  bestRank: (rank: number, age: string) => `best #${rank} ${age}`,
  seen: (from: string, to: string) => `, seen ${from} to ${to}`,

  waitingForAgent: (where: string) =>
    `Waiting for JSON from an AI agent on standard input (${where}); press Ctrl+C to stop.`,
  keyOf: (name: string) => `API key of ${name}. It is not stored and cannot be shown again:`,
  howToSendKey: 'Send it as X-API-Key or Authorization: Bearer.',
  lineForEnv: 'Line for .env (separate several entries with commas):',
  passwordOf: (name: string) => `Password of ${name} (not shown): `,
  repeatPassword: 'Repeat the password: ',

  /** States of sources, of the doctor. */
  sourceStates: {
    answers: 'answers',
    empty: 'empty',
    closed: 'closed',
    unasked: 'unasked',
    refused: 'refused',
    blocked: 'blocked',
    dead: 'dead',
    gone: 'gone',
    drifted: 'drifted',
  },
  answer: (count: number): string => (count === 1 ? 'answers' : 'answer'),
  notFinished: 'not finished',
  sourceHeads: ['SOURCE', 'STATE', 'ITEMS', 'TIME', 'WHAT IS WRONG'],
  channelHeads: ['CHANNEL', 'PAGE', 'LAST POST', 'LINKS OF 30 DAYS'],
  hasPage: 'yes',
  notCompared: 'Replies were not compared with recorded ones; npm run doctor in a clone does that.',
  takeOut: 'To take out what is gone, put this into .env:',
  askedOf: (some: number, all: number) => `${some} of ${all} asked`,
  sourcesAsked: (sources: number, way: string, found: readonly string[], time: string) =>
    `${counted(sources, 'source')}, asked ${way}: ${found.length === 0 ? 'none asked' : found.join(', ')}; in ${time}`,
  stoppedEarly: '; stopped before all sources had answered',
}

const columnLabels = new Map<string, string>(Object.entries(columnNames).map(([id, [chinese]]) => [id, chinese]))

const zh: typeof en = {
  links: (count) => `${count} 条链接`,
  lists: (count) => `${count} 个榜单`,
  noTitle: '（没有标题）',
  onlyInText: '只在帖子正文里提到：',
  code: (code) => `提取码 ${code}`,
  alsoIn: (clouds) => `另有 ${clouds.join('、')}`,
  archive: '存档',
  states: { ok: '有效', bad: '失效', locked: '缺提取码', uncertain: '不确定', unsupported: '不支持' },
  someOf: (some, all) => `${some} / ${all}`,
  counts: (all, parts) => `${all}：${parts.join('，')}`,
  aside: (where) => `（${where}）`,
  details: (time, sources) => `${time ?? '时间未知'}，来自 ${sources.join('、')}`,
  checked: (state, age) => `；${state}，${age}检测`,
  facts: {
    kinds: {
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
    },
    allEpisodes: (total) => (total === null ? '全集' : `全 ${total} 集`),
    episodes: (range, total) =>
      range === undefined ? `${total} 集` : `第 ${range} 集${total === null ? '' : `，共 ${total} 集`}`,
  },

  asking: '搜索中',
  checking: '检测中',
  loading: (lists) => `正在读取 ${lists} 个榜单…`,
  sourcesUnit: '个来源',
  linksUnit: '条链接',
  noLinks: '没有找到链接',
  linksFound: (links, kinds) => `${links} 条链接，${kinds} 种网盘`,
  worksFound: (works, links) => `${works} 部作品，${links} 条链接`,
  shownOf: (shown) => `，显示了 ${shown} 个（--limit 0 显示全部）`,
  soFar: (found, settled, asked) => `目前 ${found}：${asked} 个来源中 ${settled} 个已结束`,
  answered: (found, answered, asked, time) => `${found}；${asked} 个来源中 ${answered} 个已回答，用时 ${time}`,
  failed: (sources) => `${sources} 个来源失败`,
  late: (sources) => `${sources} 个来源没有及时回答（再搜一次会包括它们的链接）`,
  and: '；',
  detailsNameThem: '（--details 列出它们）',
  fromArchive: (links) => `${links} 条链接只在存档里`,
  dead: (links, areHidden) => `${links} 条链接已知失效${areHidden ? '，已隐藏' : ''}`,
  warning: (text) => `警告：${text}`,
  sourceLate: (source) => `${source} 没有及时回答`,
  sourceFailed: (source, why) => `${source} 失败：${why}`,
  sourceStale: (source, links, why) => `${source} 返回了较旧的结果（${links} 条链接）：${why}`,
  sourcePartial: (source, links, why) => `${source} 只返回了一部分（${links} 条链接）：${why}`,
  unknownReason: '原因未知',
  knownTitles: (titles) => `相近的标题：${titles}`,

  empty: (age) => (age === '' ? '没有内容' : `没有内容，${age}`),
  listFailed: (why) => `失败：${why}`,
  stale: (age) => `${age}，旧内容`,
  oldBecause: (age, why) => `${age}：${why}`,
  movements: { new: '新', back: '回归' },
  column: (id) => columnLabels.get(id) ?? id,
  realtime: '，实时',
  disabled: '，已停用',
  failedLists: (failed, all) => `${all} 个榜单中 ${failed} 个失败`,
  isList: (word, list) => `${word} 即 ${list}`,
  reconnecting: '服务器恢复之前会一直重连。',
  following: (lists) => `正在关注 ${lists} 个榜单，按 Ctrl+C 结束`,
  platforms: (count, age, source) => `${count} 个平台，${age}最早见于 ${source}：`,
  storiesOf: (some, all) => `${all} 件事中的 ${some} 件`,
  noStories: '还没有热点：只统计服务器已有的榜单；运行 trawl hot weibo zhihu baidu 让它读取几个',
  risersOf: (some, all) => (all === 0 ? '没有名次上升的内容' : `${all} 条名次上升的内容中的 ${some} 条`),
  rankNew: '，新上榜',
  rankBefore: (rank) => `，原为 #${rank}`,
  bestRank: (rank, age) => `最高 #${rank}（${age}）`,
  seen: (from, to) => `，${from}至${to}在榜`,

  waitingForAgent: (where) => `正在等 AI 助手从标准输入发来 JSON（${where}），按 Ctrl+C 结束。`,
  keyOf: (name) => `${name} 的 API 密钥。不会保存，以后也不再显示：`,
  howToSendKey: '请求时放在 X-API-Key 或 Authorization: Bearer 里。',
  lineForEnv: '写进 .env 的一行（多项用逗号隔开）：',
  passwordOf: (name) => `${name} 的密码（不显示）：`,
  repeatPassword: '再输一遍密码：',

  sourceStates: {
    answers: '正常',
    empty: '没有内容',
    closed: '休息中',
    unasked: '没测完',
    refused: '不允许',
    blocked: '被拦截',
    dead: '连不上',
    gone: '不存在',
    drifted: '改版',
  },
  answer: () => '正常',
  notFinished: '没测完',
  sourceHeads: ['来源', '状态', '条数', '用时', '问题'],
  channelHeads: ['频道', '网页', '最近发帖', '30 天的链接'],
  hasPage: '有',
  notCompared: '没有和样本比较；在源码目录里 npm run doctor 会比较。',
  takeOut: '要去掉不存在的，把这一行加进 .env：',
  askedOf: (some, all) => `已访问 ${some} / ${all}`,
  sourcesAsked: (sources, way, found, time) =>
    `${sources} 个来源，${way}：${found.length === 0 ? '都没有访问' : found.join('，')}；用时 ${time}`,
  stoppedEarly: '；没等所有来源答完就停了',
}

export type Words = typeof en

export const resultWords: Readonly<Record<Language, Words>> = { en, zh }

/** The word for the state of a link. Answers are not validated: a state that this version does not know is shown unchanged. */
export function stateWord({ states }: Words, state: string): string {
  const known: Readonly<Record<string, string>> = states
  return (Object.hasOwn(known, state) ? known[state] : undefined) ?? sanitizeText(state)
}
