// A Telegram bot: whoever writes it a title is answered with a few links of each cloud, their access codes, and whether they still stand.
import { setTimeout as pause } from 'node:timers/promises'
import { type Client, createClient, type LinkItem, type SearchResponse, TrawlError } from 'trawl/client'

const { TELEGRAM_TOKEN = '', TELEGRAM_API = 'https://api.telegram.org' } = process.env
const { TRAWL_URL = 'http://127.0.0.1:8888', TRAWL_KEY } = process.env

if (TELEGRAM_TOKEN === '') throw new RangeError('TELEGRAM_TOKEN is not set; @BotFather gives one')

/** Of Telegram's Bot API only what is used here. */
interface Message {
  readonly message_id: number
  readonly chat: { readonly id: number }
  readonly text?: string
}
interface Update {
  readonly update_id: number
  readonly message?: Message
}
interface BotAnswer<Result> {
  readonly ok: boolean
  readonly result: Result
  readonly description?: string
  readonly parameters?: { readonly retry_after?: number }
}

const perCloud = 4
/** Telegram takes 4096 characters. */
const longest = 4_000
const help = 'Write me a title, and I look for links: a film, a book, a program. In a group: /search title'

async function call<Result>(method: string, fields: object, signal?: AbortSignal): Promise<Result> {
  const response = await fetch(`${TELEGRAM_API}/bot${TELEGRAM_TOKEN}/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fields),
    signal: AbortSignal.any([AbortSignal.timeout(70_000), ...(signal ? [signal] : [])]),
  })
  const answer: BotAnswer<Result> = JSON.parse(await response.text())
  if (answer.ok) return answer.result
  if (response.status === 401 || response.status === 404) throw new RangeError('TELEGRAM_TOKEN is no token of a bot')
  const waitS = answer.parameters?.retry_after
  if (waitS === undefined) throw new Error(`${method}: ${answer.description ?? response.status}`)
  await pause(waitS * 1_000, undefined, { signal })
  return call(method, fields, signal)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** One line of a link. Telegram makes links of web addresses only; others are to be copied. */
function lineOf({ url, password, note, health }: LinkItem): string {
  const title = escaped([...note].slice(0, 60).join('') || url)
  const name = /^https?:/.test(url) ? `<a href="${escaped(url)}">${title}</a>` : `${title} <code>${escaped(url)}</code>`
  const code = password === '' ? '' : ` code <code>${escaped(password)}</code>`
  return `${{ ok: '✅', locked: '🔒', bad: '❌', unknown: '▫️' }[health?.state ?? 'unknown']} ${name}${code}`
}

/** The answer as Telegram's HTML, as many whole lines as fit. */
function textOf(keyword: string, { data, meta }: SearchResponse): string {
  const clouds = 'merged_by_type' in data ? Object.entries(data.merged_by_type) : []
  const lines = clouds.flatMap(([cloud, links]) => {
    const more = links.length > perCloud ? ` (${perCloud} of ${links.length})` : ''
    return [`<b>${cloud}</b>${more}`, ...links.slice(0, perCloud).map(lineOf)]
  })
  if (lines.length === 0) lines.push(`Nothing found for “${escaped(keyword)}”.`)
  const { failed, pending } = meta.sources
  const notes: string[] = []
  if (pending > 0) notes.push(`${pending} sources are still being asked; write it again in half a minute.`)
  if (failed > 0) notes.push(`${failed} sources could not be asked.`)
  let room = longest - notes.join('\n').length
  const fitting = lines.filter((line) => {
    room -= line.length + 1
    return room > 0
  })
  return [...fitting, ...notes].join('\n')
}

/** What went wrong, for who asked. */
function excuseOf(error: unknown): string {
  console.error(error)
  if (!(error instanceof TrawlError)) return 'Something went wrong here; the one who runs me finds it in the log.'
  if (error.status === 0) return 'The search cannot be reached at the moment.'
  if (error.retryAfterS !== undefined) return `Too much to do. Please ask again in ${error.retryAfterS} seconds.`
  return escaped(error.message)
}

async function answer(trawl: Client, { chat, message_id, text = '' }: Message): Promise<void> {
  const [, command, rest = ''] = /^(\/\w+(?:@\w+)?)?\s*(.*)$/s.exec(text) ?? []
  const keyword = rest.trim()
  // Commands for other bots of a group are theirs.
  if (command !== undefined && !/^\/(?:start|help|search)\b/.test(command)) return
  const say = (html: string) =>
    call('sendMessage', {
      ...{ chat_id: chat.id, text: html, parse_mode: 'HTML', link_preview_options: { is_disabled: true } },
      reply_parameters: { message_id, allow_sending_without_reply: true },
    })
  if (keyword === '') return void (await say(help))
  void call('sendChatAction', { chat_id: chat.id, action: 'typing' }).catch(() => undefined)
  const asked = trawl.search({ kw: keyword, ext: { details: true, health: 'hide' } })
  await say(await asked.then((response) => textOf(keyword, response), excuseOf))
}

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
const trawl = createClient({ url: TRAWL_URL, key: TRAWL_KEY })
let offset = 0
console.info(`Answering with what ${TRAWL_URL} finds. Ctrl+C ends it.`)
while (!stopping.signal.aborted) {
  const wanted = { offset, timeout: 50, allowed_updates: ['message'] }
  const updates = await call<readonly Update[]>('getUpdates', wanted, stopping.signal).catch(async (error: unknown) => {
    if (stopping.signal.aborted) return []
    if (error instanceof RangeError) throw error
    console.error(`Telegram cannot be asked: ${error instanceof Error ? String(error.cause ?? error) : error}`)
    return pause(3_000, [], { signal: stopping.signal }).catch(() => [])
  })
  for (const { update_id, message } of updates) {
    offset = update_id + 1
    if (message?.text !== undefined) void answer(trawl, message).catch((error: unknown) => console.error(error))
  }
}
