// Tests of JSON responses: compressed if the client accepts that and the body gains from it.
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { createJsonSender } from './json.ts'

const body = { names: Array.from({ length: 200 }, (_, number) => `name ${number}`) }

/** Requests `sent` as a client that accepts these encodings. */
async function ask(accepted: string | undefined, sent: object = body) {
  const app = fastify()
  onTestFinished(() => app.close())
  const send = createJsonSender()
  app.get('/', (request, reply) => send(request, reply, sent))
  return app.inject({ url: '/', headers: accepted === undefined ? {} : { 'accept-encoding': accepted } })
}

it.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
])('comes by %s to who takes that', async (encoding, decode) => {
  const { headers, rawPayload } = await ask(encoding)
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-encoding': encoding,
    'content-length': `${rawPayload.length}`,
    vary: 'accept-encoding',
  })
  expect(JSON.parse(decode(rawPayload).toString())).toEqual(body)
  expect(rawPayload.length).toBeLessThan(JSON.stringify(body).length / 2)
})

it.each([undefined, 'identity', 'br;q=0, identity'])('comes as it is to who takes %j', async (accepted) => {
  const { headers, payload } = await ask(accepted)
  expect([headers['content-encoding'], headers.vary]).toEqual([undefined, 'accept-encoding'])
  expect(JSON.parse(payload)).toEqual(body)
})

it('comes as it is when it is small', async () => {
  const { headers, payload } = await ask('gzip, br', { few: 1 })
  expect([headers['content-encoding'], payload]).toEqual([undefined, '{"few":1}'])
})
