// Connections: reused, shared, with HTTP/2 where offered; and the errors of broken ones.
import { beforeAll, describe, expect, it } from 'vitest'
import {
  answers,
  answersAfter,
  type Certificate,
  makeCertificate,
  rawServer,
  scriptedServer,
} from '../../../test/kit/scripted-server.ts'
import { failureOf, makeAsk, makeWire, textOf } from '../../../test/kit/wire.ts'
import { exchange } from './exchange.ts'

function once() {
  return makeAsk({ attempts: 1 })
}

describe('connections', () => {
  it('are reused: fifty exchanges in a row use one', async () => {
    const server = await scriptedServer([answers('ok')])
    const wire = makeWire()
    for (let count = 0; count < 50; count += 1) await exchange(server.url(`/${count}`), {}, makeAsk(), wire)
    expect(server.heard).toHaveLength(50)
    expect(server.connections()).toBe(1)
  })

  it('are reused after a useless answer', async () => {
    const server = await scriptedServer([answers('no', {}, 404), answers('ok')])
    const wire = makeWire()
    await failureOf(exchange(server.url('/'), {}, makeAsk(), wire))
    await exchange(server.url('/'), {}, makeAsk(), wire)
    expect(server.connections()).toBe(1)
  })
})

describe('over TLS', () => {
  let certificate: Certificate
  beforeAll(() => {
    certificate = makeCertificate()
  })

  it('HTTP/2 is used where it is offered: one connection, many exchanges at once', async () => {
    const gate = Promise.withResolvers<void>()
    const server = await scriptedServer([answers('first'), answersAfter(gate.promise, 'ok')], {
      ...certificate,
      http2: true,
    })
    const wire = makeWire({ ca: certificate.cert })
    const ask = (path: string) => exchange(server.url(path, 'a.site.test'), {}, makeAsk({ parallel: 20 }), wire)
    expect(textOf(await ask('/'))).toBe('first')
    const asked = Array.from({ length: 20 }, (_, at) => ask(`/${at}`))
    await server.until(21)
    gate.resolve()
    await Promise.all(asked)
    expect(server.heard.map(({ httpVersion }) => httpVersion)).toEqual(Array(21).fill('2.0'))
    expect(server.mostAtOnce()).toBe(20)
    expect(server.connections()).toBe(1)
  })

  it('HTTP/1.1 is spoken where there is nothing else', async () => {
    const server = await scriptedServer([answers('ok')], { ...certificate, http2: false })
    const wire = makeWire({ ca: certificate.cert })
    expect(textOf(await exchange(server.url('/', 'a.site.test'), {}, makeAsk(), wire))).toBe('ok')
    expect(server.heard[0]?.httpVersion).toBe('1.1')
  })

  it('an untrusted certificate is a network failure', async () => {
    const server = await scriptedServer([answers('ok')], { ...certificate, http2: true })
    const error = await failureOf(exchange(server.url('/', 'a.site.test'), {}, once(), makeWire()))
    expect(error).toMatchObject({ kind: 'network', message: expect.stringContaining('DEPTH_ZERO_SELF_SIGNED_CERT') })
    expect(server.heard).toHaveLength(0)
  })

  it('a certificate for another name is a network failure', async () => {
    const server = await scriptedServer([answers('ok')], { ...certificate, http2: true })
    const wire = makeWire({ ca: certificate.cert, privateHosts: ['b.other.test'] })
    const error = await failureOf(exchange(server.url('/', 'b.other.test'), {}, once(), wire))
    expect(error).toMatchObject({ kind: 'network', message: expect.stringContaining('ERR_TLS_CERT_ALTNAME_INVALID') })
  })
})

describe('the cookies a reply sets', () => {
  const lines = ['a=1; Expires=Mon, 06 Jul 2026 00:00:00 GMT', 'b=2, too', 'a=3']

  it.each([false, true])('are returned line by line, with HTTP/2: %s', async (http2) => {
    const certificate = makeCertificate()
    const server = await scriptedServer([answers('', { 'set-cookie': lines }), answers('')], { ...certificate, http2 })
    const wire = makeWire({ ca: certificate.cert })
    const ask = () => exchange(server.url('/', 'a.site.test'), {}, makeAsk(), wire)
    expect((await ask()).setCookies).toEqual(lines)
    expect((await ask()).setCookies).toEqual([])
  })

  it('are separate too if there is one, and over a gateway', async () => {
    const server = await scriptedServer([answers('', { 'set-cookie': 'a=1; Path=/' })])
    const wire = makeWire({ gateway: new URL(server.url('/')) })
    const { setCookies } = await exchange('https://a.site.test/', {}, makeAsk(), wire)
    expect(setCookies).toEqual(['a=1; Path=/'])
  })
})

describe('a failure to connect', () => {
  it('that is a refusal is reported as one', async () => {
    const error = await failureOf(exchange('http://127.0.0.1:1/', {}, once(), makeWire()))
    expect(error).toMatchObject({ kind: 'network', message: 'the connection was refused (ECONNREFUSED)' })
  })

  it('that is a reset is reported as one', async () => {
    const server = await rawServer((socket) => socket.once('data', () => socket.resetAndDestroy()))
    const error = await failureOf(exchange(`http://127.0.0.1:${server.port}/`, {}, once(), makeWire()))
    expect(error).toMatchObject({ kind: 'network', message: 'the connection was reset (ECONNRESET)' })
  })

  it('in time ends with the time of the attempt, long before the connect timeout', async () => {
    const wire = makeWire({ lookup: () => undefined })
    const ask = makeAsk({ attempts: 1, attemptMs: 150 })
    const error = await failureOf(exchange('http://a.site.test/', {}, ask, wire))
    expect(error).toMatchObject({ kind: 'timeout', message: 'no whole answer in time' })
  })

  it('because of an unknown host is reported as such', async () => {
    const notFound = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })
    const wire = makeWire({ lookup: (_host, done) => done(notFound, []) })
    const error = await failureOf(exchange('http://a.site.test/', {}, once(), wire))
    expect(error).toMatchObject({ kind: 'network', message: 'no such host (ENOTFOUND)' })
  })

  it('at one address of a host is followed by the next address', async () => {
    const server = await scriptedServer([answers('by the second')])
    const wire = makeWire({
      lookup: (_host, done) =>
        done(null, [
          { address: '127.0.0.2', family: 4 },
          { address: '127.0.0.1', family: 4 },
        ]),
    })
    expect(textOf(await exchange(server.url('/', 'a.site.test'), {}, once(), wire))).toBe('by the second')
  })
})
