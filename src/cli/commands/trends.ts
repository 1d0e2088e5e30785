// `trawl trends` and `trawl risers`: stories that several platforms report, and the items that gained the most ranks.

import { columns } from '../../contract/columns.ts'
import { windowNames } from '../../contract/time-windows.ts'
import { formatRisers, formatStories } from '../terminal/format-stories.ts'
import { printAnswer } from '../terminal/screen.ts'
import { oneOf, serverCommand, sharedHelp, someOf, wholeNumber, yes } from './command.ts'

const defaultLimit = 20
const maxLimit = 100

const shared = { window: oneOf(...windowNames), limit: wholeNumber(1, maxLimit), urls: yes, json: yes }
function takesNoWords(word: string): string {
  return `unexpected word ${word}; this command takes flags only`
}

function helpEnd(noun: string, note: string): string {
  return `  --limit ${defaultLimit}          ${noun}, 1 to ${maxLimit}
  --urls              print the URL of each item on a line of its own
${sharedHelp.en}

  ${note}
  Exit status: 0; 1 there is none; 2 wrong usage, or no answer from the server.`
}

function helpEndInChinese(noun: string, note: string): string {
  return `  --limit ${defaultLimit}          ${noun}，1 到 ${maxLimit}
  --urls              另起一行显示每条的网址
${sharedHelp.zh}

  ${note}
  退出码：0；1 一条也没有；2 用法有误，或服务器没有回应。`
}

export const trends = serverCommand({
  help: {
    en: `Shows stories that several platforms report: the same event on their hot lists, the most widespread first.

  trawl trends
  trawl trends --window 3h --column tech

  --window 24h        only what was reported within this time: ${windowNames.join(', ')}
  --column tech       only stories of these columns: ${columns.slice(0, 5).join(', ')},
                      ${columns.slice(5).join(', ')}
${helpEnd('stories', 'Only lists that the server has take part; trawl hot makes it ask for them.')}`,
    zh: `查看多个平台都在说的事：几个热榜上的同一件事，平台最多的在前。

  trawl trends
  trawl trends --window 3h --column tech

  --window 24h        只看这段时间里上榜的：${windowNames.join('、')}
  --column tech       只看这些分类：${columns.slice(0, 5).join('、')}、
                      ${columns.slice(5).join('、')}
${helpEndInChinese('几件事', '只统计服务器已有的榜单；trawl hot 会让它读取。')}`,
  },
  flags: { ...shared, column: someOf(columns) },
  takesNoWords,
  options: (values) => values,
  async run({ urls: hasUrls, json, limit = defaultLimit, ...query }, session) {
    const { client, terminal, screen } = session
    const answer = await client.trends({ ...query, limit }, { signal: terminal.interrupted })
    await printAnswer(session, { json, answer }, () => ({
      lines: formatStories(answer.stories, { ...screen, hasUrls }),
      summary: answer.total > 0 ? screen.words.storiesOf(answer.count, answer.total) : screen.words.noStories,
    }))
    return answer.stories.length > 0 ? 0 : 1
  },
})

export const risers = serverCommand({
  help: {
    en: `Shows the items of all hot lists that gained the most ranks.

  trawl risers
  trawl risers --window 6h --limit 10

  --window 1h         gained within this time: ${windowNames.join(', ')}
${helpEnd('items', 'The server must keep a history of the lists.')}`,
    zh: `查看所有热榜里名次上升最多的内容。

  trawl risers
  trawl risers --window 6h --limit 10

  --window 1h         在这段时间里上升的：${windowNames.join('、')}
${helpEndInChinese('几条内容', '服务器要保存榜单的历史才有。')}`,
  },
  flags: shared,
  takesNoWords,
  options: (values) => values,
  async run({ urls: hasUrls, json, limit = defaultLimit, window }, session) {
    const { client, terminal, screen } = session
    const answer = await client.risers({ window, limit }, { signal: terminal.interrupted })
    await printAnswer(session, { json, answer }, () => ({
      lines: formatRisers(answer.risers, { ...screen, hasUrls }),
      summary: screen.words.risersOf(answer.count, answer.total),
    }))
    return answer.risers.length > 0 ? 0 : 1
  },
})
