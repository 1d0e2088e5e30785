// A Telegram bot: replies to a title with works, the best link of each cloud, its access code and its state.
import { setTimeout as pause } from 'node:timers/promises'
import { type Client, createClient, type SearchResponseTo, TrawlError, type Work, type WorkLink } from 'trawl/client'

const { TELEGRAM_TOKEN = '', TELEGRAM_API = 'https://api.telegram.org' } = process.env
const { TRAWL_URL = 'http://127.0.0.1:8888', TRAWL_KEY } = process.env

if (TELEGRAM_TOKEN === '') throw new RangeError('TELEGRAM_TOKEN is not set; @BotFather gives one')

/** The part of Telegram's Bot API that this bot uses. */
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

const maxWorks = 10
/** In characters; Telegram accepts 4096. */
const maxMessageLength = 4_000
const help = 'Send me the title of a film, book or program, and I search for links. In a group: /search title'

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

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** Formats a link as one line. Telegram links web addresses only; other addresses are shown for copying. */
function formatLink({ type, url, password, health }: WorkLink): string {
  const name = /^https?:/.test(url)
    ? `<a href="${escapeHtml(url)}">${type}</a>`
    : `${type} <code>${escapeHtml(url)}</code>`
  const code = password === '' ? '' : ` code <code>${escapeHtml(password)}</code>`
  return `${{ ok: '✅', locked: '🔒', bad: '❌', unknown: '▫️' }[health?.state ?? 'unknown']} ${name}${code}`
}

/** Formats a work as its title and the best link of each cloud. */
function formatWork({ title, year, attributes, links }: Work): string[] {
  const about = [year, ...attributes.quality.slice(0, 3)].filter((part) => part !== null).join(', ')
  const heading = escapeHtml([...title].slice(0, 60).join('') || '(no title)')
  const best = new Map(links.toReversed().map((link) => [link.type, link]))
  return [
    `<b>${heading}</b>${about === '' ? '' : ` (${escapeHtml(about)})`}`,
    ...links.filter((link) => best.get(link.type) === link).map(formatLink),
  ]
}

/** Formats the answer as Telegram's HTML, with as many whole lines as fit into a message. */
function formatAnswer(keyword: string, { data, meta }: SearchResponseTo<{ res: 'works' }>): string {
  const lines = data.works.slice(0, maxWorks).flatMap(formatWork)
  if (lines.length === 0) lines.push(`Nothing found for “${escapeHtml(keyword)}”.`)
  const { failed, pending } = meta.sources
  const notes: string[] = []
  if (pending > 0) notes.push(`${pending} sources have not answered yet; send the title again in half a minute.`)
  if (failed > 0) notes.push(`${failed} sources failed.`)
  let room = maxMessageLength - notes.join('\n').length
  const fitting = lines.filter((line) => {
    room -= line.length + 1
    return room > 0
  })
  return [...fitting, ...notes].join('\n')
}

/** Describes an error for the user of the bot. */
function userMessage(error: unknown): string {
  console.error(error)
  if (!(error instanceof TrawlError)) return 'Something went wrong here; the operator finds it in the log.'
  if (error.status === 0) return 'The search cannot be reached at the moment.'
  if (error.retryAfterS !== undefined)
    return `The service is overloaded. Please try again in ${error.retryAfterS} seconds.`
  return escapeHtml(error.message)
}

async function answer(trawl: Client, { chat, message_id, text = '' }: Message): Promise<void> {
  const [, command, rest = ''] = /^(\/\w+(?:@\w+)?)?\s*(.*)$/s.exec(text) ?? []
  const keyword = rest.trim()
  // In a group, ignore commands for other bots.
  if (command !== undefined && !/^\/(?:start|help|search)\b/.test(command)) return
  const say = (html: string) =>
    call('sendMessage', {
      ...{ chat_id: chat.id, text: html, parse_mode: 'HTML', link_preview_options: { is_disabled: true } },
      reply_parameters: { message_id, allow_sending_without_reply: true },
    })
  if (keyword === '') {
    await say(help)
    return
  }
  void call('sendChatAction', { chat_id: chat.id, action: 'typing' }).catch(() => undefined)
  const asked = trawl.search({ kw: keyword, res: 'works', ext: { health: 'hide' } })
  await say(await asked.then((response) => formatAnswer(keyword, response), userMessage))
}

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
const trawl = createClient({ url: TRAWL_URL, key: TRAWL_KEY })
let offset = 0
console.info(`Answering with results of ${TRAWL_URL}. Ctrl+C stops the bot.`)
while (!stopping.signal.aborted) {
  const request = { offset, timeout: 50, allowed_updates: ['message'] }
  const updates = await call<readonly Update[]>('getUpdates', request, stopping.signal).catch(
    async (error: unknown) => {
      if (stopping.signal.aborted) return []
      if (error instanceof RangeError) throw error
      console.error(`Telegram cannot be reached: ${error instanceof Error ? String(error.cause ?? error) : error}`)
      return pause(3_000, [], { signal: stopping.signal }).catch(() => [])
    },
  )
  for (const { update_id, message } of updates) {
    offset = update_id + 1
    if (message?.text !== undefined) void answer(trawl, message).catch((error: unknown) => console.error(error))
  }
}
