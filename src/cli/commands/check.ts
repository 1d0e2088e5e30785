// `trawl check`: checks whether shares still exist.
import { addAbortSignal } from 'node:stream'
import type { CheckItem, CheckResponse, CheckResult } from '../../../client/client.ts'
import type { Session } from '../connect.ts'
import { startBar } from '../terminal/progress-bar.ts'
import { sanitizeText, sanitizeUrl } from '../terminal/sanitize.ts'
import { printAnswer, type Screen } from '../terminal/screen.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { displayWidth, maxWidth, pad, table, wrapText } from '../terminal/text-width.ts'
import { stateWord } from '../terminal/words.ts'
import { UsageError } from '../usage-error.ts'
import { type Help, serverCommand, sharedHelp, text, yes } from './command.ts'

const help: Help = {
  en: `Checks whether shares still exist.

  trawl check https://pan.quark.cn/s/abcdef123456
  trawl check https://pan.baidu.com/s/1abcdef --code a1b2
  trawl check - < urls.txt           one URL a line, optionally followed by its access code
  trawl search 流浪地球 --json | jq -r '.data.merged_by_type.quark[].url' | trawl check -

  --code CODE         the access code, if one URL is given
${sharedHelp.en}

  States: ok, bad (deleted), locked (the access code is missing or wrong), uncertain (no clear answer),
  unsupported (this kind of link cannot be checked). Ctrl+C prints the results so far; with --json nothing.
  Exit status: 0 all links are ok; 1 a link is bad; 2 wrong usage, or no answer from the server;
  3 no link is bad, but some are not known to be ok; 130 after Ctrl+C.`,
  zh: `检测分享链接是否还有效。

  trawl check https://pan.quark.cn/s/abcdef123456
  trawl check https://pan.baidu.com/s/1abcdef --code a1b2
  trawl check - < urls.txt           每行一个链接，后面可以写提取码
  trawl search 流浪地球 --json | jq -r '.data.merged_by_type.quark[].url' | trawl check -

  --code CODE         提取码，只给一个链接时用
${sharedHelp.zh}

  状态（括号里是 JSON 里的写法）：有效（ok）；失效（bad），已删除；缺提取码（locked），没有或不对；
  不确定（uncertain），没有明确的结果；不支持（unsupported），这种链接没法检测。
  按 Ctrl+C 输出已有的结果，用 --json 时不输出。
  退出码：0 全部有效；1 有链接失效；2 用法有误，或服务器没有回应；
  3 没有失效的，但有些不能确定有效；130 按了 Ctrl+C。`,
}

/** Links in one request. The service accepts more, but this many can be checked within its deadline. */
const batchSize = 64

/** The service answers a check within its deadline, at most a minute. */
const maxWaitMs = 75_000

export const check = serverCommand({
  help,
  flags: { json: yes, code: text },
  async options({ code, json }, words, terminal) {
    const items = (await Promise.all(words.map((word) => itemsOf(word, terminal)))).flat()
    if (items.length === 0)
      throw new UsageError('no URLs given; usage: trawl check https://…, or trawl check - to read a list')
    if (code !== undefined && items.length > 1)
      throw new UsageError('--code applies to a single URL; in a list, write each code after its URL')
    return { json, items: code === undefined ? items : items.map((item) => ({ ...item, password: code })) }
  },
  async run({ json, items }, session) {
    const { results, broken } = await checkAll(items, session)
    // Results so far are worth printing; half a JSON document is not.
    if (broken !== undefined && (json || results.length === 0)) throw broken
    await printAnswer(session, { json, answer: { results } satisfies CheckResponse }, () => ({
      lines: formatChecks(results, session.screen),
      summary: summaryOf(results, items.length, session.screen),
    }))
    if (broken !== undefined) throw broken
    if (results.some(({ state }) => state === 'bad')) return 1
    return results.every(({ state }) => state === 'ok') ? 0 : 3
  },
})

/** The item of an argument, or for `-` the lines of standard input. */
async function itemsOf(word: string, { input, interrupted }: Terminal): Promise<CheckItem[]> {
  if (word !== '-') return [{ url: word }]
  addAbortSignal(interrupted, input)
  const letters = new TextDecoder()
  let text = ''
  for await (const piece of input) text += typeof piece === 'string' ? piece : letters.decode(piece, { stream: true })
  return text.split('\n').flatMap(itemOf)
}

function itemOf(line: string): CheckItem[] {
  const [url = '', password] = line.trim().split(/\s+/)
  if (url === '' || url.startsWith('#')) return []
  return [password === undefined ? { url } : { url, password }]
}

/** Returns the results so far, and the error that ended the check. */
async function checkAll(items: readonly CheckItem[], { client, terminal, screen: { words } }: Session) {
  const { interrupted, err } = terminal
  const bar = startBar(err, words.checking, items.length, words.linksUnit)
  const results: CheckResult[] = []
  try {
    for (let at = 0; at < items.length; at += batchSize) {
      const signal = AbortSignal.any([interrupted, AbortSignal.timeout(maxWaitMs)])
      const answer = await client.check(items.slice(at, at + batchSize), { signal })
      results.push(...answer.results)
      bar.update(results.length, '')
    }
    return { results }
  } catch (broken: unknown) {
    return { results, broken }
  } finally {
    bar.stop()
  }
}

function summaryOf(results: readonly CheckResult[], asked: number, { words }: Screen): string {
  const counts = [...Map.groupBy(results, ({ state }) => state)].map(
    ([state, { length }]) => `${length} ${stateWord(words, state)}`,
  )
  const all = words.links(asked)
  return words.counts(results.length < asked ? words.someOf(results.length, all) : all, counts)
}

const colours = { ok: 'good', bad: 'bad', locked: 'caution', unsupported: 'faint', uncertain: 'caution' } as const
const stateWidth = 11

/**
 * Formats the results: one line each, in columns if all fit; a summary that does not fit goes on lines of its own. URLs are never truncated.
 * For `ok` the summary would say the same again.
 */
function formatChecks(results: readonly CheckResult[], screen: Screen): string[] {
  const { columns, paint, words, translate } = screen
  const rows = results.map(({ url, state, summary }) => {
    return { state, url: sanitizeUrl(url), summary: state === 'ok' ? '' : translate(sanitizeText(summary)) }
  })
  const fits = (width: number, summary: string) =>
    summary === '' || stateWidth + 2 + width + 2 + displayWidth(summary) <= columns
  const addresses = maxWidth(rows.map(({ url }) => url))
  const cells = rows.map(({ state, url, summary }) => {
    return [[stateWord(words, state), colours[state]], [url, 'address'], [summary]] as const
  })
  const layout = [{ min: stateWidth, max: stateWidth }, {}, {}]
  if (rows.every(({ summary }) => fits(addresses, summary))) return table(cells, layout, screen)
  return rows.flatMap(({ state, url, summary }) => {
    const first = `${paint(colours[state], pad(stateWord(words, state), stateWidth))}  ${paint('address', url)}`
    if (fits(displayWidth(url), summary)) return [summary === '' ? first : `${first}  ${summary}`]
    const indent = ' '.repeat(stateWidth + 2)
    return [first, ...wrapText(summary, columns, indent).map((line) => paint('faint', line))]
  })
}
