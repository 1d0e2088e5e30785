// What each notifier sends to its service, how replies are read, and which addresses are refused. The services are played by a local server.
import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { messageAt as at, event, message, notifierOf, startReceiver } from '../../test/kit/watches.ts'

/** Sends the message with these keys, where `URL` stands for the address of the service; returns what the service received. */
async function send(keys: Readonly<Record<string, string>>, reply: unknown, sent = message, status = 200) {
  const service = await startReceiver(status, () => reply)
  const placed = Object.entries(keys).map(([key, value]) => [key, value.replace('URL', service.url)])
  const { notifier, mistakes } = notifierOf({ private: 'true', ...Object.fromEntries(placed) })
  expect(mistakes).toEqual([])
  await notifier?.send(sent)
  const [{ path, headers, text } = { path: '', headers: {}, text: '{}' }] = service.received
  return { path, headers, text, body: JSON.parse(text) }
}

const text = '台风\n\n台风登陆 · 微博\nhttps://example.org/1'

it('signs the time and body of a webhook', async () => {
  const { headers, body, text: sent } = await send({ webhook: 'URL/hook', secret: '$WATCH_SECRET_A' }, {})
  expect(body).toEqual({ version: 1, id: expect.any(String), timestamp: at, ...message })
  const signature = createHmac('sha256', 'the secret').update(`${at}.${sent}`).digest('hex')
  expect(headers).toMatchObject({ 'x-trawl-timestamp': String(at), 'x-trawl-signature': `sha256=${signature}` })
  expect(headers['x-trawl-delivery']).toBe(body.id)
})

it('publishes to a topic of ntfy', async () => {
  const { path, headers, body } = await send({ ntfy: 'URL/my-topic', token: '$WATCH_SECRET_A' }, { id: 'x' })
  expect([path, headers.authorization]).toEqual(['/', 'Bearer the secret'])
  expect(body).toMatchObject({ topic: 'my-topic', title: '台风', click: 'https://example.org/1' })
})

it('sends a message of a Telegram bot', async () => {
  const { path, body } = await send({ telegram: '42', token: 'bot-token', server: 'URL' }, { ok: true })
  expect([path, body.chat_id, body.text]).toEqual(['/botbot-token/sendMessage', '42', text])
})

it('pushes to Bark', async () => {
  const { path, body } = await send({ bark: 'URL', key: 'device' }, { code: 200 })
  expect([path, body.device_key, body.title]).toEqual(['/push', 'device', '台风'])
})

it('sends a text to a group of WeCom', async () => {
  const { path, body } = await send({ wecom: 'URL/cgi-bin/webhook/send?key=k' }, { errcode: 0 })
  expect([path, body]).toEqual(['/cgi-bin/webhook/send?key=k', { msgtype: 'text', text: { content: text } }])
})

it('signs a message to DingTalk in the query', async () => {
  const { path, body } = await send({ dingtalk: 'URL/robot/send?access_token=t', secret: 'SEC1' }, { errcode: 0 })
  const query = new URL(path, 'http://service').searchParams
  const sign = createHmac('sha256', 'SEC1').update(`${at}\nSEC1`).digest('base64')
  expect([query.get('access_token'), query.get('timestamp'), query.get('sign')]).toEqual(['t', String(at), sign])
  expect(body.text.content).toBe(text)
})

it('signs a message to Feishu in the body', async () => {
  const { body } = await send({ feishu: 'URL/open-apis/bot/v2/hook/x', secret: 'S' }, { code: 0 })
  const sign = createHmac('sha256', `${at / 1000}\nS`)
    .update('')
    .digest('base64')
  const post = { zh_cn: { title: '台风', content: [[{ tag: 'text', text: text.slice('台风\n\n'.length) }]] } }
  expect(body).toEqual({ timestamp: String(at / 1000), sign, msg_type: 'post', content: { post } })
})

/** Texts that mean more than their characters in some messages: a call of a whole group, a link, emphasis. */
const syntaxes = [
  '<at user_id="all">所有人</at>',
  '&lt;at user_id="all"&gt;',
  '@all',
  '@everyone',
  '<@all>',
  '[x](https://y.example)',
  '*x*',
]

it.each([
  ['webhook', { webhook: 'URL' }, undefined],
  ['ntfy', { ntfy: 'URL/topic' }, { topic: 'topic', title: '台风' }],
  ['telegram', { telegram: '42', token: 't', server: 'URL' }, { chat_id: '42' }],
  ['bark', { bark: 'URL', key: 'k' }, { device_key: 'k', group: 'Trawl', title: '台风' }],
  ['wecom', { wecom: 'URL' }, { msgtype: 'text' }],
  ['dingtalk', { dingtalk: 'URL' }, { msgtype: 'text' }],
  ['feishu', { feishu: 'URL' }, { msg_type: 'post' }],
] as const)(
  'sends a title over %s in a form in which the service reads no calls, links or emphasis',
  async (name, keys, rest) => {
    const accepted = { ok: true, code: 200, errcode: 0, StatusCode: 0 }
    const { body } = await send(keys, accepted, { ...message, events: [{ ...event, title: syntaxes.join(' ') }] })
    const content = `${syntaxes.join(' ')} · weibo\nhttps://example.org/1`
    const titled = `台风\n\n${content}`
    const expected: Record<string, object> = {
      webhook: { events: [{ ...event, title: syntaxes.join(' ') }] },
      ntfy: { message: content, click: event.url },
      telegram: { text: titled, link_preview_options: { is_disabled: true } },
      bark: { body: content, url: event.url },
      wecom: { text: { content: titled } },
      dingtalk: { text: { content: titled } },
      feishu: { content: { post: { zh_cn: { title: '台风', content: [[{ tag: 'text', text: content }]] } } } },
    }
    if (rest) expect(body).toEqual({ ...rest, ...expected[name] })
    else expect(body).toMatchObject(expected[name] ?? {})
  },
)

it.each([
  [
    { wecom: 'URL' },
    { errcode: 45009, errmsg: 'api freq out of limit' },
    200,
    'not accepted: 45009 api freq out of limit',
  ],
  [
    { telegram: '1', token: 't', server: 'URL' },
    { ok: false, error_code: 403, description: 'blocked' },
    403,
    'HTTP 403: 403 blocked',
  ],
  [{ webhook: 'URL' }, {}, 302, 'HTTP 302'],
  [{ feishu: 'URL' }, { code: 19021, msg: 'sign match fail' }, 200, 'not accepted: 19021 sign match fail'],
])('says why %o was not accepted', async (keys, reply, status, problem) => {
  await expect(send(keys, reply, message, status)).rejects.toThrow(problem)
})

it('refuses a private address unless the file allows it', async () => {
  const service = await startReceiver(200, () => ({}))
  const { notifier } = notifierOf({ webhook: service.url })
  await expect(notifier?.send(message)).rejects.toThrow('is not a public address')
  expect(service.received).toEqual([])
})

it('leaves out what does not fit into a message, and says how much', async () => {
  const service = await startReceiver(200, () => ({ errcode: 0 }))
  const { notifier } = notifierOf({ wecom: service.url, private: 'true' })
  const events = Array.from({ length: 50 }, (_, index) => ({ ...event, id: `${index}`, title: `台风登陆 ${index}` }))
  await notifier?.send({ watch: '台风', events })
  const { content } = JSON.parse(service.received[0]?.text ?? '{}').text
  expect(Buffer.byteLength(content)).toBeLessThanOrEqual(2_048)
  expect(content).toMatch(/^台风 \(50\)\n\n台风登陆 0 .*\n\n… \+\d+$/s)
})

it.each([
  [{}, ': needs exactly one of webhook, ntfy, telegram, bark, wecom, dingtalk, feishu, email'],
  [{ webhook: 'https://a.example/', ntfy: 'https://b.example/c' }, ': needs exactly one of'],
  [{ webhook: 'a' }, 'webhook: must be a URL like https://example.org/path, without a password'],
  [{ telegram: '42' }, 'token: is missing: the token of the bot'],
  [{ ntfy: 'https://ntfy.sh/a', tokn: 'b' }, 'tokn: unknown key; did you mean token?'],
  [
    { ntfy: 'https://ntfy.sh/a', token: '$PATH' },
    'token: names a setting that is not set; it must begin with WATCH_SECRET_',
  ],
  [{ email: 'me@example.org', from: 'trawl@example.org', server: 'mail' }, 'server: must be a URL like smtps://'],
])('says what is wrong with %o', (keys, problem) => {
  expect(notifierOf(keys).mistakes[0]).toContain(problem)
})
