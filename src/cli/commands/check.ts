// `trawl check`: checks whether shares still exist.
import { addAbortSignal } from 'node:stream'
import type { CheckItem, CheckResponse, CheckResult, Client } from '../../../client/client.ts'
import { withConnection } from '../connect.ts'
import { type Colorize, createColors } from '../terminal/colors.ts'
import { writeJson } from '../terminal/json-output.ts'
import { startBar } from '../terminal/progress-bar.ts'
import { sanitizeText, sanitizeUrl } from '../terminal/sanitize.ts'
import { type Terminal, terminalColumns, writeFlushed } from '../terminal/terminal.ts'
import { displayWidth, maxWidth, pad, wrapText } from '../terminal/text-width.ts'
import { stateWord, terminalWords, type Words } from '../terminal/words.ts'
import { UsageError } from '../usage-error.ts'
import { parseFlags, sharedFlags, sharedHelp } from './flags.ts'

export const checkHelp = `Checks whether shares still exist.

  trawl check https://pan.quark.cn/s/abcdef123456
  trawl check https://pan.baidu.com/s/1abcdef --code a1b2
  trawl check - < urls.txt           one URL a line, optionally followed by its access code
  trawl search 流浪地球 --json | jq -r '.data.merged_by_type.quark[].url' | trawl check -

  --code CODE         the access code, if one URL is given
${sharedHelp}

  States: ok, bad (deleted), locked (the access code is missing or wrong), uncertain (no clear answer),
  unsupported (this kind of link cannot be checked). Ctrl+C prints the results so far; with --json nothing.
  Exit status: 0 all links are ok; 1 a link is bad; 2 wrong usage, or no answer from the server;
  3 no link is bad, but some are not known to be ok; 130 after Ctrl+C.`

const flags = { ...sharedFlags, code: { type: 'string' } } as const

/** Links in one request. The service accepts more, but this many can be checked within its deadline. */
const batchSize = 64

/** The service answers a check within its deadline, at most a minute. */
const maxWaitMs = 75_000

export async function runCheck(words: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parseFlags(words, flags)
  const { code, json } = values
  const items = (await Promise.all(positionals.map((word) => itemsOf(word, terminal)))).flat()
  if (items.length === 0)
    throw new UsageError('no URLs given; usage: trawl check https://…, or trawl check - to read a list')
  if (code !== undefined && items.length > 1)
    throw new UsageError('--code applies to a single URL; in a list, write each code after its URL')
  const coded = code === undefined ? items : items.map((item) => ({ ...item, password: code }))
  return await withConnection(values, terminal, async (service) => {
    const { results, broken } = await checkAll(coded, service.client, terminal)
    // Results so far are worth printing; half a JSON document is not.
    if (broken !== undefined && (json || results.length === 0)) throw broken
    if (json) await writeJson(terminal.out, { results } satisfies CheckResponse)
    else await show(results, coded.length, service.where, terminal)
    if (broken !== undefined) throw broken
    return statusOf(results)
  })
}

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
async function checkAll(items: readonly CheckItem[], client: Client, { interrupted, err, env }: Terminal) {
  const words = terminalWords(env)
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

async function show(results: readonly CheckResult[], asked: number, where: string, terminal: Terminal): Promise<void> {
  const { out, err, env } = terminal
  const words = terminalWords(env)
  const lines = formatChecks(results, { columns: terminalColumns(out, env), paint: createColors(out), words })
  await writeFlushed(out, `${lines.join('\n')}\n`)
  const counts = [...Map.groupBy(results, ({ state }) => state)].map(
    ([state, { length }]) => `${length} ${stateWord(words, state)}`,
  )
  const all = words.links(asked)
  const some = results.length < asked ? words.someOf(results.length, all) : all
  await writeFlushed(err, `\n${some}: ${counts.join(', ')} (${sanitizeText(where)})\n`)
}

function statusOf(results: readonly CheckResult[]): number {
  if (results.some(({ state }) => state === 'bad')) return 1
  return results.every(({ state }) => state === 'ok') ? 0 : 3
}

const colours = { ok: 'good', bad: 'bad', locked: 'caution', unsupported: 'faint', uncertain: 'caution' } as const
const stateWidth = 11

interface ChecksWindow {
  readonly columns: number
  readonly paint: Colorize
  readonly words: Words
}

/**
 * Formats the results: one line each, in columns if all fit; a summary that does not fit goes on lines of its own. URLs are never truncated.
 * For `ok` the summary would say the same again.
 */
function formatChecks(results: readonly CheckResult[], { columns, paint, words }: ChecksWindow): string[] {
  const rows = results.map(({ url, state, summary }) => {
    return { state, url: sanitizeUrl(url), summary: state === 'ok' ? '' : sanitizeText(summary) }
  })
  const addresses = maxWidth(rows.map(({ url }) => url))
  const fits = (width: number, summary: string) =>
    summary === '' || stateWidth + 2 + width + 2 + displayWidth(summary) <= columns
  const areColumns = rows.every(({ summary }) => fits(addresses, summary))
  return rows.flatMap(({ url, state, summary }) => {
    const shown = areColumns && summary !== '' ? pad(url, addresses) : url
    const first = `${paint(colours[state], pad(stateWord(words, state), stateWidth))}  ${paint('address', shown)}`
    if (summary === '') return [first]
    if (fits(displayWidth(shown), summary)) return [`${first}  ${summary}`]
    const indent = ' '.repeat(stateWidth + 2)
    return [first, ...wrapText(summary, columns, indent).map((line) => paint('faint', line))]
  })
}
