// Tests pictures over HTTP where that takes a whole process, or the time until a host is given up.
import { request } from 'undici'
import { expect, it, onTestFinished } from 'vitest'
import { drawPicture } from '../standin/picture-hosts.ts'
import { startStandin } from '../standin/server.ts'
import { address, startPictures } from './kit/pictures.ts'
import { run } from './kit/process.ts'

it('a picture is no longer waited for when its host does not answer in time', async () => {
  const { get, standin } = await startPictures()
  standin.setFaults({ kind: 'hang' })
  const response = await get(address)
  expect(response.statusCode).toBe(504)
  expect(response.json().error).toMatchObject({ code: 'TIMEOUT', details: { kind: 'timeout' } })
})

it('the service hands on pictures, and only as often as it should', async () => {
  const standin = await startStandin()
  onTestFinished(() => standin.close())
  const env = { HOST: '127.0.0.1', PORT: '0', UPSTREAM_GATEWAY: standin.url, RATE_LIMITS: '/api/v1/picture=2/h' }
  const service = run('src/main.ts', [], { ...env, TRUST_PROXY: 'loopback' })
  const [, url = ''] = await service.says(/listens on (http:\/\/127\.0\.0\.1:\d+)/)
  const get = (headers = {}) =>
    request(`${url}/api/v1/picture?url=${encodeURIComponent(address)}`, {
      headers: { 'x-forwarded-for': '192.0.2.7', ...headers },
    })
  const first = await get()
  expect([first.statusCode, first.headers['content-security-policy']]).toEqual([200, "default-src 'none'; sandbox"])
  expect(Buffer.from(await first.body.arrayBuffer())).toEqual(drawPicture(address))
  expect((await get({ 'if-none-match': first.headers.etag })).statusCode).toBe(304)
  expect((await get()).statusCode).toBe(429)
  expect(standin.asked().filter(({ upstreamUrl }) => upstreamUrl === address)).toHaveLength(1)
})
