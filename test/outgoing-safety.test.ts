// Tests outgoing requests: no upstream, redirect, image or host name makes the service call a non-public address, unless it is allowed.
import { createServer } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type DnsLookup, parseAllowance } from '../src/upstream/net/ssrf-guard.ts'
import { createTransport, type Transport } from '../src/upstream/net/transport.ts'
import { answers, makeCertificate, type ScriptedServer, scriptedServer } from './kit/scripted-server.ts'
import { failureOf, makeUpstream, pageSource } from './kit/wire.ts'

/** Stands for a public address: a part of loopback that only these tests treat as public. */
const publicAddress = '127.0.0.2'
const inside = '127.0.0.1'

/** Resolves every name to these addresses. */
function leadsTo(...addresses: readonly string[]): DnsLookup & { readonly asked: string[] } {
  const asked: string[] = []
  const lookup: DnsLookup = (host, done) => {
    asked.push(host)
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
  return Object.assign(lookup, { asked })
}

function transportOf(lookup: DnsLookup, allowed = `${publicAddress}/32`, more: { ca?: string } = {}) {
  const transport = createTransport({ proxyFor: () => undefined, lookup, allowance: parseAllowance(allowed), ...more })
  onTestFinished(() => transport.close())
  return transport
}

async function ask(transport: Transport, address: string): Promise<string> {
  const signal = AbortSignal.timeout(30_000)
  const reply = await transport.send({ url: new URL(address), method: 'GET', headers: {}, signal })
  let text = ''
  for await (const bytes of reply.body) text += Buffer.from(bytes).toString()
  return text
}

/** An internal server that must not be reached. */
function victim(): Promise<ScriptedServer> {
  return scriptedServer([answers('a secret of this machine')])
}

describe('an address inside is not called, however it is written', () => {
  it.each([
    ...['127.0.0.1', '0x7f.1', '[::ffff:0:127.0.0.1]', '1.1.1.1:80@127.0.0.1'],
    ...['loc\u00adalhost', 'ⓛocalhost', 'victim', 'victim.site.test', '127.0.0.1.nip.test'],
  ])('%s', async (host) => {
    const server = await victim()
    const error = await failureOf(ask(transportOf(leadsTo(inside)), `http://${host}:${server.port}/`))
    expect(error).toMatchObject({ name: 'UpstreamError', message: expect.stringContaining('UPSTREAM_PRIVATE') })
    expect(server.connections()).toBe(0)
  })
})

it('names of a local network are not looked up', async () => {
  const lookup = leadsTo(publicAddress)
  const error = await failureOf(ask(transportOf(lookup), 'http://metadata.google.internal/'))
  expect(error).toMatchObject({ kind: 'mismatch' })
  expect(lookup.asked).toEqual([])
})

it('a name is not asked at its other addresses when the public ones do not answer', async () => {
  const server = await victim()
  const lookup = leadsTo(publicAddress, inside)
  const error = await failureOf(ask(transportOf(lookup), `http://mixed.site.test:${server.port}/`))
  expect(error).toMatchObject({ message: expect.stringContaining('refused') })
  expect(server.connections()).toBe(0)
})

it('an allowance is none of another name of the same server, also over an open connection', async () => {
  const certificate = makeCertificate()
  const server = await scriptedServer([answers('ok')], { ...certificate, http2: true })
  const transport = transportOf(leadsTo(inside), 'a.site.test', { ca: certificate.cert })
  expect(await ask(transport, server.url('/', 'a.site.test'))).toBe('ok')
  await failureOf(ask(transport, server.url('/', 'b.site.test')))
  expect(server.heard).toHaveLength(1)
})

describe('a source whose upstream redirects', () => {
  it.each([
    ['by a name to this machine', 'http://victim.site.test', ''],
    ['in another scheme to this machine', 'https://2130706433', ''],
    ['to an address that others may have', 'http://127.0.0.1', '127.0.0.0/8'],
    ['to a local name that others may have', 'http://nas', 'nas'],
    ['to another protocol', 'gopher://127.0.0.1', '127.0.0.0/8'],
  ])('%s is a failure, and nothing is called', async (_what, target, allowed) => {
    const server = await victim()
    const location = `${target}:${server.port}/`
    const outside = createServer((_request, response) => response.writeHead(302, { location }).end())
    await new Promise<void>((resolve) => outside.listen(server.port, publicAddress, resolve))
    onTestFinished(() => void outside.close())
    const lookup: DnsLookup = (host, done) =>
      done(null, [{ address: host === 'feed.site.test' ? publicAddress : inside, family: 4 }])
    const { upstream } = makeUpstream({ transport: transportOf(lookup, `${publicAddress}/32 ${allowed}`) })
    const address = `http://feed.site.test:${server.port}/`
    const source = pageSource('feed', address, { redirects: 3, attempts: 1 })
    expect(await upstream.ask(source, 'q', {})).toMatchObject({ failure: { kind: expect.any(String) } })
    expect(server.connections()).toBe(0)
  })
})
