// A link that is sent to a service of the user: address, body, and what the answer means.
import { expect, it } from 'vitest'
import { presets } from './presets.ts'
import { readAnswer, sendLink } from './send-link.ts'
import { addressFor, bodyFor, findProblem, parseTargets, type SendTarget, withTarget } from './send-targets.ts'

const pageUrl = 'http://nas:8888/?kw=x'
const values = { url: 'https://pan.quark.cn/s/ab?pwd=1&x', code: 'a1', title: '纸鹤 "与" {code} 灯塔', cloud: 'quark' }
const webhook: SendTarget = {
  ...{ name: 'hook', url: 'http://nas:5005/add?t=s', body: '{"to": ["{url}", {"n": "{title}"}], "x": 1}' },
  ...{ authorization: '', clouds: [] },
}

it('values stand encoded in the address, and cannot leave their text in the body', () => {
  expect(addressFor({ url: 'http://nas/r?q={url}&n={title}' }, values, pageUrl)).toBe(
    `http://nas/r?q=${encodeURIComponent(values.url)}&n=${encodeURIComponent(values.title)}`,
  )
  expect(JSON.parse(bodyFor(webhook, values))).toEqual({ to: [values.url, { n: values.title }], x: 1 })
})

it.each([
  ['javascript:alert(1)//{url}', undefined],
  ['magnet:?{url}', undefined],
  ['/qas/add?u={cloud}', 'http://nas:8888/qas/add?u=quark'],
])('the address %s is opened as %s', (url, opened) => {
  expect(addressFor({ url }, values, pageUrl)).toBe(opened)
})

it.each([
  [{ name: '' }, 'name'],
  [{ name: 'x'.repeat(31) }, 'name'],
  [{ url: '' }, 'url'],
  [{ url: 'file:///{url}' }, 'url'],
  [{ body: '{"url": {url}}' }, 'body'],
  [{ body: '"{url}"' }, 'body'],
  [{ body: '{"x": 1}' }, 'place'],
  [{}, undefined],
])('a target with %j has the problem %s', (part, problem) => {
  expect(findProblem({ ...webhook, ...part })).toBe(problem)
})

it('every template that has a name is allowed as it is', () => {
  for (const [label, preset] of Object.entries(presets))
    expect(findProblem(preset), label).toBe(preset.name === '' ? 'name' : undefined)
})

it('stored targets that are not allowed are left out', () => {
  const stored = [webhook, { ...webhook, url: 'javascript:{url}' }, 'x', null, { ...webhook, clouds: ['quark', 'no'] }]
  expect(parseTargets(stored)).toEqual([webhook, { ...webhook, clouds: ['quark'] }])
  expect(parseTargets({})).toBeUndefined()
})

it('a target takes the place of the one of its name', () => {
  const other = { ...webhook, name: 'other' }
  expect(withTarget([webhook, other], { ...webhook, url: '/x' })).toEqual([{ ...webhook, url: '/x' }, other])
})

it('the request is a POST of JSON, with the header of the target and without cookies', async () => {
  const asked: [unknown, RequestInit | undefined][] = []
  const fetch = async (...args: [unknown, RequestInit?]) => {
    asked.push([args[0], args[1]])
    return new Response('{"success": true, "message": "任务添加成功"}')
  }
  expect(await sendLink({ ...webhook, authorization: 'secret' }, values, { pageUrl, fetch })).toEqual({
    ...{ state: 'sent', status: 200, message: '任务添加成功' },
  })
  expect(asked).toMatchObject([
    [
      webhook.url,
      {
        method: 'POST',
        credentials: 'omit',
        headers: { 'content-type': 'application/json', authorization: 'secret' },
        body: bodyFor(webhook, values),
      },
    ],
  ])
})

it('what cannot be sent has a reason', async () => {
  const failing = (error: unknown) => sendLink(webhook, values, { pageUrl, fetch: () => Promise.reject(error) })
  expect(await failing(new TypeError('Failed to fetch'))).toEqual({ state: 'unreachable' })
  expect(await failing(new DOMException('', 'TimeoutError'))).toEqual({ state: 'timeout' })
  const fetch = async () => new Response('')
  const overHttps = (url: string) => sendLink({ ...webhook, url }, values, { pageUrl: 'https://nas/', fetch })
  expect(await overHttps(webhook.url)).toEqual({ state: 'mixed' })
  expect(await overHttps('http://127.0.0.1:6800/jsonrpc')).toMatchObject({ state: 'sent' })
})

it.each([
  [200, '', 'sent', ''],
  [204, 'no json', 'sent', ''],
  [200, '{"code": 200, "message": "success"}', 'sent', 'success'],
  [200, '{"success": true, "code": 0, "message": "ok"}', 'sent', 'ok'],
  [200, '{"id": "trawl", "jsonrpc": "2.0", "result": "2089b05ecca3d829"}', 'sent', ''],
  [200, '{"code": 403, "message": "permission denied"}', 'refused', 'permission denied'],
  [200, '{"success": false, "message": "未登录"}', 'refused', '未登录'],
  [400, '{"id": "trawl", "error": {"code": 1, "message": "Unauthorized"}}', 'refused', 'Unauthorized'],
  [500, '<html>', 'refused', ''],
])('status %i with %s means %s', (status, text, state, message) => {
  expect(readAnswer(status, text)).toEqual({ state, status, message })
})
