// `trawl open`: prints and opens the best link of a work of the last search.
import { cloudOrder } from '../../../client/link-collector.ts'
import { type LastSearch, lastSearchFile, readLastSearch } from '../last-search.ts'
import { sanitizeText, sanitizeUrl } from '../terminal/sanitize.ts'
import { createScreen, writeLines } from '../terminal/screen.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { stateWord } from '../terminal/words.ts'
import { UsageError } from '../usage-error.ts'
import { type Help, oneOf, readFlags, yes } from './command.ts'

const openHelp: Help = {
  en: `Prints the best link of a work of the last search and opens it in the browser.

  trawl search 流浪地球
  trawl open 3
  trawl open 3 --cloud quark

  --cloud quark       its best link of this cloud
  --print             only print the link, as in a pipe
  --help              show this text

  The number is that of the last search with works. Only web addresses are opened.
  Exit status: 0; 2 wrong usage, no last search, or no such work.`,
  zh: `输出上次搜索中某部作品最好的链接，并在浏览器里打开。

  trawl search 流浪地球
  trawl open 3
  trawl open 3 --cloud quark

  --cloud quark       这种网盘里最好的链接
  --print             只输出链接，不打开；在管道里也是这样
  --help              显示这些说明

  编号是上次按作品搜索时的编号。只打开网页地址。
  退出码：0；2 用法有误、还没有搜索过，或没有这部作品。`,
}

const flags = { cloud: oneOf(...cloudOrder), print: yes }

async function runOpen(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, words: numbers } = readFlags(args, flags)
  const [number] = numbers
  if (number === undefined || numbers.length > 1 || !/^\d{1,6}$/.test(number))
    throw new UsageError('trawl open needs the number of one work of the last search, such as: trawl open 3')
  const work = findWork(number, terminal)
  const link = findLink(number, work, values.cloud)
  const { out, err } = terminal
  const { paint, words, translate } = createScreen(terminal)
  const code = link.password === '' ? '' : `  ${paint('code', words.code(sanitizeText(link.password)))}`
  await writeLines(out, [`${paint('address', sanitizeUrl(link.url))}${code}`])
  const state = link.health === undefined ? '' : ` · ${stateWord(words, link.health.state)}`
  await writeLines(err, [sanitizeText(work.title) + words.aside(sanitizeText(link.type) + state)])
  if (!out.isTTY || values.print || !/^https?:/.test(link.url) || !URL.canParse(link.url)) return 0
  const problem = await terminal.openUrl(new URL(link.url).href)
  if (problem !== undefined) await writeLines(err, [translate(`the browser was not opened (${sanitizeText(problem)})`)])
  return 0
}

export const open = { help: openHelp, run: runOpen }

type SavedWork = LastSearch['works'][number]

/** @throws UsageError if there is no last search or no work with this number. */
function findWork(number: string, terminal: Terminal): SavedWork {
  const last = readLastSearch(terminal)
  if (!last) {
    const file = lastSearchFile(terminal.env)
    const where = file === undefined ? 'there is no home folder to remember one' : `nothing is saved in ${file}`
    throw new UsageError(`there is no last search (${where}); run trawl search WORDS first`)
  }
  const { kw, works } = last
  const work = works[Number(number) - 1]
  if (work) return work
  const shown = works.length === 0 ? 'no works' : `the works 1 to ${works.length}`
  throw new UsageError(`there is no work ${number}: the last search (${sanitizeText(kw)}) showed ${shown}`)
}

/** @throws UsageError if the work has no link of this cloud. */
function findLink(number: string, { links }: SavedWork, cloud: string | undefined): SavedWork['links'][number] {
  const link = links.find(({ type }) => cloud === undefined || type === cloud)
  if (link) return link
  const clouds = links.map(({ type }) => sanitizeText(type)).join(', ')
  throw new UsageError(`--cloud: work ${number} has no link of ${cloud}; it has links of ${clouds}`)
}
