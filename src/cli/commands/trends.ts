// `trawl trends` and `trawl risers`: stories that several platforms report, and the items that gained the most ranks.
import type { Riser, TrendStory } from '../../../client/client.ts'
import { withConnection } from '../connect.ts'
import { createColors } from '../terminal/colors.ts'
import { formatRisers, formatStories, type StoriesWindow } from '../terminal/format-stories.ts'
import { createHyperlink } from '../terminal/hyperlink.ts'
import { writeJson } from '../terminal/json-output.ts'
import { sanitizeText } from '../terminal/sanitize.ts'
import { type Terminal, terminalColumns, writeFlushed } from '../terminal/terminal.ts'
import { terminalLanguage, terminalWords } from '../terminal/words.ts'
import { UsageError } from '../usage-error.ts'
import { parseChoice, parseChoices, parseFlags, parseNumber, sharedFlags, sharedHelp } from './flags.ts'
import { columnNames } from './hot-flags.ts'

/** Not imported from the contract, as the columns of `trawl hot`; a test compares them. */
export const trendWindows = ['10m', '30m', '1h', '3h', '6h', '12h', '24h'] as const

const defaultLimit = 20
const maxLimit = 100

export const trendsHelp = `Shows stories that several platforms report: the same event on their hot lists, the most widespread first.

  trawl trends
  trawl trends --window 3h --column tech

  --window 24h        only what was reported within this time: ${trendWindows.join(', ')}
  --column tech       only stories of these columns: ${columnNames.slice(0, 5).join(', ')},
                      ${columnNames.slice(5).join(', ')}
  --limit ${defaultLimit}          stories, 1 to ${maxLimit}
  --urls              print the URL of each item on a line of its own
${sharedHelp}

  Only lists that the server has take part; trawl hot makes it ask for them.
  Exit status: 0; 1 there is none; 2 wrong usage, or no answer from the server.`

export const risersHelp = `Shows the items of all hot lists that gained the most ranks.

  trawl risers
  trawl risers --window 6h --limit 10

  --window 1h         gained within this time: ${trendWindows.join(', ')}
  --limit ${defaultLimit}          items, 1 to ${maxLimit}
  --urls              print the URL of each item on a line of its own
${sharedHelp}

  The server must keep a history of the lists.
  Exit status: 0; 1 there is none; 2 wrong usage, or no answer from the server.`

const risersFlags = {
  ...sharedFlags,
  window: { type: 'string' },
  limit: { type: 'string' },
  urls: { type: 'boolean', default: false },
} as const
const trendsFlags = { ...risersFlags, column: { type: 'string', multiple: true } } as const

export async function runTrends(words: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parseFlags(words, trendsFlags)
  const query = { ...queryOf(values, positionals), column: parseChoices('--column', values.column, columnNames) }
  return await withConnection(values, terminal, async ({ client, where }) => {
    const answer = await client.trends(query, { signal: terminal.interrupted })
    if (values.json) await writeJson(terminal.out, answer)
    else {
      const words = terminalWords(terminal.env)
      const count = answer.total > 0 ? words.storiesOf(answer.count, answer.total) : words.noStories
      await show(
        formatStories(answer.stories, windowOf(terminal, values.urls)),
        `${count} (${sanitizeText(where)})`,
        terminal,
      )
    }
    return statusOf(answer.stories)
  })
}

export async function runRisers(words: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parseFlags(words, risersFlags)
  const query = queryOf(values, positionals)
  return await withConnection(values, terminal, async ({ client, where }) => {
    const answer = await client.risers(query, { signal: terminal.interrupted })
    if (values.json) await writeJson(terminal.out, answer)
    else {
      const count = terminalWords(terminal.env).risersOf(answer.count, answer.total)
      await show(
        formatRisers(answer.risers, windowOf(terminal, values.urls)),
        `${count} (${sanitizeText(where)})`,
        terminal,
      )
    }
    return statusOf(answer.risers)
  })
}

function queryOf(values: { readonly window?: string; readonly limit?: string }, [word]: readonly string[]) {
  if (word !== undefined)
    throw new UsageError(`unexpected word ${sanitizeText(word).slice(0, 60)}; this command takes flags only`)
  return {
    window: parseChoice('--window', values.window, trendWindows),
    limit: parseNumber('--limit', values.limit, [1, maxLimit]) ?? defaultLimit,
  }
}

function statusOf(found: readonly (TrendStory | Riser)[]): number {
  return found.length > 0 ? 0 : 1
}

function windowOf({ out, env, epochMs }: Terminal, hasUrls: boolean): StoriesWindow {
  const columns = terminalColumns(out, env)
  const language = terminalLanguage(env)
  return { columns, now: epochMs(), hasUrls, paint: createColors(out), linked: createHyperlink(out, env), language }
}

async function show(lines: readonly string[], summary: string, { out, err }: Terminal): Promise<void> {
  await writeFlushed(out, lines.map((line) => `${line}\n`).join(''))
  await writeFlushed(err, `${lines.length > 0 ? '\n' : ''}${summary}\n`)
}
