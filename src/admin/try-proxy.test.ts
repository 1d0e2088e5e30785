// Tests of the trial of a proxy: which half of the way failed.
import { expect, test } from 'vitest'
import { answers, httpProxy, scriptedServer } from '../../test/kit/scripted-server.ts'
import { createProxyTrial } from './try-proxy.ts'

async function make() {
  const server = await scriptedServer([answers('ok')])
  const page = server.url('/s/telegram', 'far.site.test')
  return { page, tryProxy: createProxyTrial({ page, monotonicMs: () => 0 }) }
}

test('a proxy that reaches the page works', async () => {
  const { page, tryProxy } = await make()
  const proxy = await httpProxy()
  expect(await tryProxy(`http://127.0.0.1:${proxy.port}`)).toEqual({ ok: true, page, tookMs: 0 })
  expect(proxy.asked).toEqual([`GET ${page}`])
})

test('a proxy that nobody listens at, or that wants a login, is the half that failed', async () => {
  const { tryProxy } = await make()
  const refusing = await httpProxy(407)
  expect(await tryProxy('http://127.0.0.1:1')).toMatchObject({ ok: false, failed: 'proxy' })
  expect(await tryProxy(`http://me:secret@127.0.0.1:${refusing.port}`)).toMatchObject({
    ...{ ok: false, failed: 'proxy' },
    message: expect.not.stringContaining('secret'),
  })
})

test('a page that a working proxy does not reach is the half that failed', async () => {
  const tryProxy = createProxyTrial({ page: 'https://far.site.test/s/telegram', monotonicMs: () => 0 })
  const proxy = await httpProxy(502)
  expect(await tryProxy(`http://127.0.0.1:${proxy.port}`)).toMatchObject({
    ...{ ok: false, failed: 'site' },
    message: expect.stringContaining('was reached, but not far.site.test through it'),
  })
})

test('what is no proxy is refused with what is allowed', async () => {
  const { tryProxy } = await make()
  await expect(tryProxy('ftp://127.0.0.1:21')).rejects.toMatchObject({
    status: 400,
    message: 'proxy: a proxy must look like http://host:port, https://host:port or socks5://host:port',
  })
})
