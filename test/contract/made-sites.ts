// A whole service over scripted sites: Telegram channels and a plugin (qupansou) whose posts the test writes.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { searchResponse } from '../../src/contract/search.ts'
import { started } from '../kit/scripted-server.ts'
import { startWholeTrawl } from '../kit/whole-trawl.ts'

/** A message of a channel; its text may contain HTML. */
export interface MadeMessage {
  readonly id: number
  /** ISO 8601; undefined when the page has no date. */
  readonly at?: string
  readonly html: string
}

/** A row of the plugin, in the fields of its site. */
export interface MadeRow {
  readonly id: number
  readonly title: string
  readonly url: string
  readonly category?: string
  readonly filetype?: string
  readonly extcode?: string
  readonly updatetime?: string
}

/** Contents of the sites; other channels have no messages. */
export interface MadeSites {
  readonly channels?: Readonly<Record<string, readonly MadeMessage[]>>
  readonly rows?: readonly MadeRow[]
}

/** Behaviour of a site: normal, an error status, or no reply until the behaviour changes. */
type Behaviour = 'fine' | 'held' | number

const plugin = 'v.funletu.com'
const telegram = 't.me'

/** Starts the service and the sites; both end with the test. `env` may override every setting. */
export async function startMadeSearch(sites: MadeSites, env: Readonly<Record<string, string>> = {}) {
  const upstream = await startSites(sites)
  const own = { CHANNELS: 'alpha,beta', ENABLED_PLUGINS: 'qupansou', ...env, UPSTREAM_GATEWAY: upstream.url }
  const { app, errors } = await startWholeTrawl({ env: own })
  const get = (query: string, path = '/api/search') => app.inject({ method: 'GET', url: `${path}?${query}` })
  const post = (payload: object | string) => app.inject({ method: 'POST', url: '/api/search', payload })
  return {
    ...upstream,
    app,
    errors,
    get,
    post,
    /** Searches by POST; fails unless the search succeeds. */
    async search(fields: Readonly<Record<string, unknown>>) {
      return searchResponse.parse((await post({ kw: '纸鹤', ...fields })).json())
    },
  }
}

/** Plays the sites by upstream address, as a gateway does. */
async function startSites({ channels = {}, rows = [] }: MadeSites) {
  const asked: URL[] = []
  const held: (() => void)[] = []
  const behaviours = new Map<string, Behaviour>()
  const answer = (url: URL, response: ServerResponse) => {
    const behaviour = behaviours.get(url.pathname.split('/').at(-1) ?? '') ?? behaviours.get(url.host) ?? 'fine'
    if (behaviour === 'held') held.push(() => answer(url, response))
    else if (typeof behaviour === 'number') response.writeHead(behaviour).end()
    else if (url.host === telegram) send(response, 'text/html', channelPage(channels[nameIn(url)] ?? []))
    else if (url.host === plugin) send(response, 'application/json', replyOf(rows))
    else response.writeHead(404).end()
  }
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(String(request.headers['x-upstream-url']))
    asked.push(url)
    request.resume().once('end', () => answer(url, response))
  })
  const { port } = await started(server)
  return {
    url: `http://127.0.0.1:${port}`,
    /** Requested addresses, of sources only. */
    asked: (): readonly URL[] => asked,
    /**
     * Sets the behaviour of a channel, of `plugin`, or of `telegram` as a whole. Held requests get the new behaviour.
     */
    behave(site: string, behaviour: Behaviour) {
      behaviours.set({ plugin, telegram }[site] ?? site, behaviour)
      for (const goOn of held.splice(0)) goOn()
    },
  }
}

function nameIn({ pathname }: URL): string {
  return pathname.split('/').at(-1) ?? ''
}

function send(response: ServerResponse, type: string, body: string): void {
  response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(body)
}

function channelPage(messages: readonly MadeMessage[]): string {
  const wraps = messages.map(
    ({ id, at, html }) =>
      `<div class="tgme_widget_message_wrap js-widget_message_wrap"><div class="tgme_widget_message text_not_supported_wrap js-widget_message" data-post="made/${id}" data-view="e30"><div class="tgme_widget_message_bubble"><div class="tgme_widget_message_text js-message_text" dir="auto">${html}</div>${
        at === undefined ? '' : `<a class="tgme_widget_message_date"><time datetime="${at}" class="time"></time></a>`
      }</div></div></div>`,
  )
  return `<body><div class="tgme_channel_info"></div><section class="tgme_channel_history js-message_history">${wraps.join('')}</section></body></html>`
}

function replyOf(rows: readonly MadeRow[]): string {
  return JSON.stringify({ status: 200, message: 'ok', total: rows.length, data: rows })
}
