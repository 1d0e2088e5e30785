// Tests pictures over HTTP where that takes a whole process, or the time until a host is given up.
import { request } from 'undici'
import { expect, it } from 'vitest'
import { drawPicture } from '../standin/picture-hosts.ts'
import { address, startPictures } from './kit/pictures.ts'
import { launchTrawl } from './kit/process.ts'
import { standinOfTest } from './kit/standin.ts'

it('a picture is no longer waited for when its host does not answer in time', async () => {
  const { get, standin } = await startPictures()
  standin.setFaults({ kind: 'hang' })
  const response = await get(address)
  expect(response.statusCode).toBe(504)
  expect(response.json().error).toMatchObject({ code: 'TIMEOUT', details: { kind: 'timeout' } })
})

it('the service hands on pictures, and only as often as it should', async () => {
  const standin = await standinOfTest()
  const env = { UPSTREAM_GATEWAY: standin.url, RATE_LIMITS: '/api/v1/picture=2/h' }
  const { url } = await launchTrawl({ ...env, TRUST_PROXY: 'loopback' })
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
