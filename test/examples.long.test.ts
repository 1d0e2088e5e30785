// Runs the examples of docs/examples unchanged against the service, with a scripted Bot API and model.
import { createServer, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { buildClient } from '../tools/build-client.ts'
import { run, serveAll } from './kit/process.ts'
import { started } from './kit/scripted-server.ts'

const kw = '纸鹤'
const served = serveAll({ ENABLED_SOURCES: 'weibo,zhihu' })

beforeAll(buildClient)

/** A server that replies with the JSON that `answer` returns; undefined means no reply. */
async function jsonServer(
  answer: (path: string, body: unknown, request: IncomingMessage) => [number, object] | undefined,
) {
  const server = createServer(async (request, response) => {
    // The client may end in the middle of a request.
    const body = await json(request).catch(() => undefined)
    const answered = answer(request.url ?? '', body, request)
    if (answered)
      response.writeHead(answered[0], { 'content-type': 'application/json' }).end(JSON.stringify(answered[1]))
  })
  const { port } = await started(server)
  return `http://127.0.0.1:${port}`
}

describe('the bot', () => {
  const sent = z.object({
    chat_id: z.number(),
    text: z.string().max(4_096),
    parse_mode: z.literal('HTML'),
    reply_parameters: z.object({ message_id: z.number() }),
  })

  /** Sends these messages to the bot; returns its replies by message number. */
  async function talk(texts: readonly (string | undefined)[], env: Readonly<Record<string, string>> = {}) {
    const answers = new Map<number, string>()
    const output: string[] = []
    const offsets: unknown[] = []
    const result = texts.map((text, at) => ({ update_id: 70 + at, message: { message_id: at, chat: { id: 5 }, text } }))
    const api = await jsonServer((path, body) => {
      const method = path.replace('/bot1:x/', '')
      if (method === 'getUpdates') {
        offsets.push(z.object({ offset: z.number() }).parse(body).offset)
        return offsets.length === 1 ? [200, { ok: true, result }] : undefined
      }
      output.push(method)
      if (method === 'sendMessage') {
        const { reply_parameters, text } = sent.parse(body)
        answers.set(reply_parameters.message_id, text)
      }
      return [200, { ok: true, result: {} }]
    })
    const bot = run('docs/examples/bot.ts', [], {
      TELEGRAM_TOKEN: '1:x',
      TELEGRAM_API: api,
      TRAWL_URL: served.url,
      ...env,
    })
    return { bot, answers, said: output, offsets }
  }

  it('answers a title with works, links, codes and notes, in HTML that is whole and short enough', async () => {
    const {
      bot,
      answers,
      said: text,
      offsets,
    } = await talk([kw, '/search 灯塔', '没有<b>人&分享过', undefined, '/start', '/other'])
    await expect.poll(() => answers.size).toBe(4)
    expect(answers.get(0)).toMatch(/<b>[^<]*纸鹤[^<]*<\/b>/)
    expect(answers.get(0)).toMatch(/(?:✅|🔒|▫️) <a href="https:\/\/[^"]+">quark<\/a>/)
    expect(answers.get(0)).toMatch(/ code <code>\w+<\/code>/)
    expect(answers.get(1)).toMatch(/灯塔/)
    expect(answers.get(2)).toMatch(/^Nothing found for “没有&lt;b&gt;人&amp;分享过”/)
    expect(answers.get(4)).toMatch(/^Send me the title/)
    expect(text).toContain('sendChatAction')
    await expect.poll(() => offsets).toEqual([0, 76])
    bot.signal('SIGTERM')
    expect(await bot.ended).toBe(0)
  })

  it('answers that the search cannot be reached, or what is wrong with the request', async () => {
    const { answers } = await talk([kw], { TRAWL_URL: 'http://127.0.0.1:1' })
    await expect.poll(() => answers.get(0)).toBe('The search cannot be reached at the moment.')
    const long = await talk(['长'.repeat(300)])
    await expect.poll(() => long.answers.get(0)).toMatch(/^kw: is too long/)
  })

  it('ends with a sentence when its token is none', async () => {
    const api = await jsonServer(() => [401, { ok: false, error_code: 401, description: 'Unauthorized' }])
    const bot = run('docs/examples/bot.ts', [], { TELEGRAM_TOKEN: 'x', TELEGRAM_API: api })
    expect(await bot.ended).toBe(1)
    expect(bot.output()).toMatch(/TELEGRAM_TOKEN is no token of a bot/)
  })
})

describe('the player’s search', () => {
  const reported = z.object({
    title: z.string(),
    complete: z.boolean(),
    failed: z.number(),
    links: z.array(
      z.object({
        name: z.string(),
        cloud: z.string(),
        url: z.string(),
        password: z.string(),
        state: z.enum(['ok', 'locked', 'unknown']),
      }),
    ),
  })

  async function search(words: readonly string[], url = served.url) {
    const player = run('docs/examples/player-search.ts', words, { TRAWL_URL: url })
    return { code: await player.ended, output: player.output() }
  }

  it('prints playable links of the chosen clouds, without the excluded words', async () => {
    const { code, output } = await search([kw, '--cloud', 'quark', '--cloud', 'baidu', '--not', '预告', '--most', '5'])
    const { links, complete } = reported.parse(JSON.parse(output))
    expect([code, complete]).toEqual([0, true])
    expect(links.length).toBeGreaterThan(1)
    expect(links.length).toBeLessThanOrEqual(5)
    expect(new Set(links.map(({ cloud }) => cloud))).toEqual(new Set(['quark', 'baidu']))
    const order = links.map(({ state }) => ['ok', 'locked', 'unknown'].indexOf(state))
    expect(order).toEqual(order.toSorted())
  })

  it('says by its exit status that there is nothing, and that it could not search', async () => {
    const nothing = await search(['没有人分享过的词zxqv'])
    expect([nothing.code, reported.parse(JSON.parse(nothing.output)).links]).toEqual([1, []])
    const away = await search([kw], 'http://127.0.0.1:1')
    expect([away.code, away.output]).toEqual([2, expect.stringMatching(/^http:\/\/127.0.0.1:1 could not be reached: /)])
    expect(await search([])).toMatchObject({ code: 2, output: expect.stringMatching(/^usage: /) })
  })
})

describe('the agent', () => {
  const asked = z.object({
    model: z.string(),
    messages: z.array(z.looseObject({ role: z.string(), content: z.string().nullable() })),
    tools: z.array(z.object({ type: z.literal('function'), function: z.object({ name: z.string() }) })).optional(),
  })
  type Asked = z.infer<typeof asked>

  /** Runs the agent with a model that follows the script. */
  async function ask(script: (received: Asked, turn: number) => object) {
    const requests: Asked[] = []
    const model = await jsonServer((path, body, { headers }) => {
      expect([path, headers.authorization]).toEqual(['/v1/chat/completions', 'Bearer k'])
      const turn = requests.push(asked.parse(body)) - 1
      return [200, { choices: [{ message: { role: 'assistant', content: null, ...script(asked.parse(body), turn) } }] }]
    })
    const env = { TRAWL_URL: served.url, OPENAI_BASE_URL: `${model}/v1/`, OPENAI_API_KEY: 'k', MODEL: 'scripted' }
    const agent = run('docs/examples/agent.ts', ['给我', '纸鹤的链接'], env)
    return { code: await agent.ended, output: agent.output(), heard: requests }
  }

  function call(name: string, args: object) {
    return {
      tool_calls: [{ id: `call-${name}`, type: 'function', function: { name, arguments: JSON.stringify(args) } }],
    }
  }

  it('offers the tools to the model, calls those it chooses, and passes on their results', async () => {
    const {
      code,
      output,
      heard: received,
    } = await ask(({ messages }, turn) => {
      if (turn === 0) return call('search_links', { keyword: kw })
      return { content: `found: ${messages.at(-1)?.content}` }
    })
    expect(received[0]?.tools?.map((tool) => tool.function.name)).toEqual(
      expect.arrayContaining(['search_links', 'get_hot_lists', 'list_sources', 'check_links']),
    )
    expect(received[1]?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool'])
    expect([code, output]).toEqual([0, expect.stringMatching(/→ search_links .*found: .*https:\/\//s)])
  })

  it('passes the failure of a tool to the model, and makes it answer when it repeats its calls', async () => {
    const {
      code,
      output,
      heard: received,
    } = await ask(({ tools }, turn) => {
      if (!tools) return { content: 'enough of it' }
      return turn === 0 ? call('no_such_tool', {}) : call('search_links', { nothing: true })
    })
    expect(received.length).toBe(7)
    expect(received[1]?.messages.at(-1)).toMatchObject({ role: 'tool', content: expect.stringMatching(/^ERROR: /) })
    expect(received[2]?.messages.at(-1)).toMatchObject({
      role: 'tool',
      content: expect.stringMatching(/^ERROR: .*keyword/s),
    })
    expect([code, output]).toEqual([0, expect.stringMatching(/enough of it\n$/)])
  })

  it('ends with the message of the model’s service', async () => {
    const model = await jsonServer(() => [401, { error: { message: 'no such key' } }])
    const agent = run('docs/examples/agent.ts', ['hello'], { TRAWL_URL: served.url, OPENAI_BASE_URL: model })
    expect([await agent.ended, agent.output()]).toEqual([
      1,
      expect.stringMatching(/^the model answered 401: .*no such key/),
    ])
  })
})
