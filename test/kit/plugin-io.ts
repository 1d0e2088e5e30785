// Plugins and their io over a function in place of the upstream; everything above the wire is real, and time stands.
import { importPlugin, loadEngines } from '../../src/search/load-plugins.ts'
import type { Plugin, Post, SearchQuery } from '../../src/search/plugin.ts'
import { readMembers } from '../../src/search/read-members.ts'
import type { AskIo } from '../../src/upstream/ask/io.ts'
import type { Transport } from '../../src/upstream/net/transport.ts'
import type { WireRequest } from '../../src/upstream/net/wire.ts'
import type { Io, RequestRate, Schema } from '../../src/upstream/source.ts'
import { tryJson } from '../../src/upstream/try-json.ts'
import { createIo, makeAsk, makeClock, makeKeeping, makeWire } from './wire.ts'

/** One request to the upstream; `sent` is the JSON of its body. */
interface Asked extends Pick<WireRequest, 'url' | 'headers'> {
  readonly sent: unknown
}

/** Stands for the upstream. A string is a page, a number a status, undefined is 404, anything else is JSON. */
export type Answering = (url: URL, sent: unknown, headers: WireRequest['headers']) => unknown

interface Upstream {
  /** Begins an ask; values remembered or copied in earlier asks remain. */
  begin(): AskIo
  /** Every request so far. */
  readonly asked: readonly Asked[]
  /** The rates of the requests that have one, which do not wait here. */
  readonly rates: readonly RequestRate[]
  readonly clock: ReturnType<typeof makeClock>
}

function makeUpstream(answer: Answering, start?: number): Upstream {
  const clock = makeClock(start)
  const asked: Asked[] = []
  const send: Transport['send'] = async ({ url, headers, body: said }) => {
    const sent = tryJson(said ?? 'null') ?? said
    asked.push({ url, headers, sent })
    const { status, body, headers: answered = {}, setCookies = [] } = replyOf(answer(url, sent, headers))
    return { status, headers: answered, setCookies, body: inOne(Buffer.from(body)), discard: () => undefined }
  }
  const real = makeWire({ epochMs: clock.epochMs })
  const rates: RequestRate[] = []
  const waitForTurn = async (rate: RequestRate) => void rates.push(rate)
  const get: typeof real.hosts.get = (name, parallel) => {
    const host = real.hosts.get(name, parallel)
    return { ...host, rates: { ...host.rates, waitForTurn } }
  }
  const wire = { ...real, hosts: { get }, transport: { ...real.transport, send } }
  const keeping = { source: 'plugin:test', ...makeKeeping(wire) }
  return { begin: () => createIo(makeAsk({ attempts: 1 }), wire, keeping), asked, rates, clock }
}

interface WholeReply {
  readonly status: number
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
  readonly setCookies?: readonly string[]
}

const wholeReplies = new WeakSet<object>()

/** A reply with headers and cookies, for an `Answering`. */
export function wholeReply(reply: WholeReply): WholeReply {
  wholeReplies.add(reply)
  return reply
}

function isWhole(made: unknown): made is WholeReply {
  return typeof made === 'object' && made !== null && wholeReplies.has(made)
}

function replyOf(made: unknown): WholeReply {
  if (isWhole(made)) return made
  if (made === undefined) return { status: 404, body: '' }
  if (typeof made === 'number') return { status: made, body: '' }
  return { status: 200, body: typeof made === 'string' ? made : JSON.stringify(made) }
}

async function* inOne(body: Uint8Array): AsyncGenerator<Uint8Array> {
  yield body
}

/** Returns the io of one ask whose requests `answer` replies to; for code that is not a plugin. */
export function answeringIo(answer: Answering) {
  const { begin, asked } = makeUpstream(answer)
  return { ...begin(), asked }
}

/** One of our plugins, with its settings. */
export async function pluginOf(name: string): Promise<Askable<unknown>> {
  return askable(await importPlugin(name))
}

/** The plugin of a member that these lines declare. */
export async function memberOf(...lines: readonly string[]): Promise<Askable<unknown>> {
  const text = ['m:', '  name: M', ...lines.map((line) => `  ${line}`)].join('\n')
  const member = readMembers(text, 'members.yaml', await loadEngines()).get('m')
  if (!member) throw new Error('the lines declare no member')
  return askable(member.plugin)
}

function askable({ settings, ask }: Plugin): Askable<unknown> {
  if (!settings) throw new Error('the plugin has no settings')
  return { settings, ask }
}

/** The parts of a plugin's file that an ask uses. */
interface Askable<Settings> {
  readonly settings: Schema<Settings>
  ask(query: SearchQuery, io: Io, settings: Settings): Promise<Post[]>
}

/**
 * Runs a plugin with `answer` replying to its requests. Each call of `ask` is a separate ask, with settings as from the
 * environment; it returns the items and the omitted rows. The clock stands at `start` until it is moved.
 */
export function makeAsking<Settings>(plugin: Askable<Settings>, answer: Answering, start?: number) {
  const { begin, asked, rates, clock } = makeUpstream(answer, start)
  const ask = async (settings: Readonly<Record<string, string>> = {}, query: Partial<SearchQuery> = {}) => {
    const { io, partialFailure } = begin()
    const posts = await plugin.ask({ kw: '纸鹤', ext: {}, ...query }, io, plugin.settings.parse(settings))
    return { posts, ids: posts.map(({ id }) => id), lacking: partialFailure() }
  }
  return { ask, asked, rates, clock }
}
