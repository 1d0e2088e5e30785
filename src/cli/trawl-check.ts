// `trawl check`: asks the clouds whether shares are still there.
import { addAbortSignal } from 'node:stream'
import type { CheckItem, CheckResponse, CheckResult } from '../../client/client.ts'
import { withTrawl } from './asked-trawl.ts'
import { checksText } from './checks-layout.ts'
import { writtenAsJson } from './json-output.ts'
import { createPaint } from './paint.ts'
import { startBar } from './progress-bar.ts'
import { counted } from './spans.ts'
import { columnsOf, type Terminal, written } from './terminal.ts'
import { terminalText } from './terminal-text.ts'
import { readFlags, sharedFlags, sharedHelp } from './trawl-flags.ts'
import { WrongUse } from './wrong-use.ts'

export const checkHelp = `Asks the clouds whether shares are still there.

  trawl check https://pan.quark.cn/s/abcdef123456
  trawl check https://pan.baidu.com/s/1abcdef --code a1b2
  trawl check - < addresses.txt      an address a line, its access code behind it where there is one
  trawl search 流浪地球 --json | jq -r '.data.merged_by_type.quark[].url' | trawl check -

  --code CODE         the access code of the one address
${sharedHelp}

  What it says: ok, bad (gone), locked (the access code is missing or wrong), uncertain (no clear answer),
  unsupported (nobody to ask). Ctrl+C shows what is known by then; with --json nothing is shown.
  Exit status: 0 all are ok, 1 one or more are bad, 2 wrong usage, or the Trawl could not be asked,
  3 none is bad, but not all are known to be ok, 130 after Ctrl+C.`

const flags = { ...sharedFlags, code: { type: 'string' } } as const

/** What the service takes at once, with room for the answer of each cloud in time. */
const mostAtOnce = 64

/** A check is answered within the service's deadline, a minute at the most. */
const mostWaitingMs = 75_000

/** Checks by these words; resolves to the exit status. Rejects with what is to be told otherwise. */
export async function runCheck(words: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = readFlags(words, flags)
  const { code, json } = values
  const items = (await Promise.all(positionals.map((word) => itemsOf(word, terminal)))).flat()
  if (items.length === 0) throw new WrongUse('which addresses? trawl check https://…, or trawl check - for a list')
  if (code !== undefined && items.length > 1)
    throw new WrongUse('--code is the access code of one address; in a list, write it behind each')
  const coded = code === undefined ? items : items.map((item) => ({ ...item, password: code }))
  return await withTrawl(values, terminal, async (service) => {
    const { results, broken } = await checkAll(coded, service.client, terminal)
    // What was known before it broke off is worth having; half a document is not.
    if (broken !== undefined && (json || results.length === 0)) throw broken
    await show(results, { isJson: json, where: service.where, asked: coded.length }, terminal)
    if (broken !== undefined) throw broken
    return statusOf(results)
  })
}

/** The items of a word: itself, or for `-` the lines of standard input. */
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

interface Checks {
  check(items: readonly CheckItem[], options: { readonly signal: AbortSignal }): Promise<CheckResponse>
}

/** What is known, and what broke it off. */
interface Checked {
  readonly results: readonly CheckResult[]
  readonly broken: unknown
}

async function checkAll(items: readonly CheckItem[], client: Checks, terminal: Terminal): Promise<Checked> {
  const { interrupted, err } = terminal
  const bar = startBar(err, { title: 'checking', unit: 'links', total: items.length })
  const results: CheckResult[] = []
  try {
    for (let at = 0; at < items.length; at += mostAtOnce) {
      const signal = AbortSignal.any([interrupted, AbortSignal.timeout(mostWaitingMs)])
      const answer = await client.check(items.slice(at, at + mostAtOnce), { signal })
      results.push(...answer.results)
      bar.update(results.length, '')
    }
    return { results, broken: undefined }
  } catch (broken) {
    return { results, broken }
  } finally {
    bar.stop()
  }
}

interface Showing {
  readonly isJson: boolean
  readonly where: string
  readonly asked: number
}

async function show(
  results: readonly CheckResult[],
  { isJson, where, asked }: Showing,
  terminal: Terminal,
): Promise<void> {
  const { out, err, env } = terminal
  if (isJson) {
    const answer: CheckResponse = { results: [...results] }
    return writtenAsJson(out, answer)
  }
  const lines = checksText(results, { columns: columnsOf(out, env), paint: createPaint(out) })
  await written(out, `${lines.join('\n')}\n`)
  const counts = [...Map.groupBy(results, ({ state }) => state)].map(([state, { length }]) => `${length} ${state}`)
  const some = results.length < asked ? `${results.length} of ` : ''
  await written(err, `\n${some}${counted(asked, 'link')}: ${counts.join(', ')} (${terminalText(where)})\n`)
}

function statusOf(results: readonly CheckResult[]): number {
  if (results.some(({ state }) => state === 'bad')) return 1
  return results.every(({ state }) => state === 'ok') ? 0 : 3
}
