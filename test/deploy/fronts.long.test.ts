// Tests a service behind the reverse proxies of docs/deploy: streams are not buffered, and clients that leave are noticed.
import { describe, expect, it, vi } from 'vitest'
import { startStandin } from '../../standin/server.ts'
import { launchTrawl } from '../kit/process.ts'
import { answers, type Reply, scriptedServer } from '../kit/scripted-server.ts'
import { names, startFront } from './front.ts'

/** A gateway to a stand-in that holds replies to matching addresses until the gate opens. */
async function gatedGateway(held: RegExp) {
  const standin = await startStandin({ weather: 'calm' })
  const gate = Promise.withResolvers<void>()
  const handOn = async (...[response, received]: Parameters<Reply>) => {
    const upstream = `${received.headers['x-upstream-url']}`
    const text = { 'x-upstream-url': upstream, 'user-agent': `${received.headers['user-agent']}` }
    const got = await fetch(standin.url + received.path, { headers: text })
    const body = await got.text()
    if (held.test(upstream)) await gate.promise
    answers(body, { 'content-type': got.headers.get('content-type') ?? '' }, got.status)(response, received)
  }
  // Trawl may still send requests after the stand-in has stopped.
  const reply: Reply = (response, received) => void handOn(response, received).catch(() => response.destroy())
  const { port } = await scriptedServer([reply])
  return { url: `http://127.0.0.1:${port}`, open: () => gate.resolve(), close: () => standin.close() }
}

async function runTrawl(gateway: string): Promise<number> {
  const waits = { SEARCH_EARLY_MS: '30000', SEARCH_DEADLINE_MS: '30000' }
  const { port } = await launchTrawl({ UPSTREAM_GATEWAY: gateway, DATA_DIR: '', ...waits })
  return Number(port)
}

/** Reads an answer until it contains this text; returns everything read so far. */
async function readUntil(reader: ReadableStreamDefaultReader<Uint8Array>, what: RegExp): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  while (!what.test(text)) {
    const { value, done } = await reader.read()
    if (done) throw new Error(`ended without saying ${what}: ${text}`)
    text += decoder.decode(value, { stream: true })
  }
  return text
}

async function readerOf(url: string, accepted: string) {
  const response = await fetch(url, { headers: { 'accept-encoding': accepted } })
  expect([response.status, response.headers.get('content-encoding') ?? 'identity']).toEqual([200, accepted])
  if (!response.body) throw new Error('no body')
  return response.body.getReader()
}

describe.each(names)('%s as in docs/deploy', (name) => {
  it('hands on each event of a stream before the next one exists, compresses nothing itself, and hands on what we compressed', async () => {
    const gateway = await gatedGateway(/\/s\/held_back|guokr/)
    try {
      const url = await startFront(name, await runTrawl(gateway.url))
      const search = await readerOf(
        `${url}/api/search/stream?kw=%E7%81%AF%E5%A1%94&src=tg&channels=demo_share,held_back`,
        'gzip',
      )
      const early = await readUntil(search, /"source":"tg:demo_share".*event: links/s)
      const lists = await readerOf(`${url}/api/v1/stream?sources=sspai,guokr&delay=0`, 'identity')
      const first = await readUntil(lists, /"type":"end","sourceId":"sspai"/)
      expect(early).not.toContain('"source":"tg:held_back"')
      expect(first).not.toMatch(/"sourceId":"guokr"/)
      gateway.open()
      await readUntil(search, /"source":"tg:held_back".*event: end/s)
      await readUntil(lists, /"type":"end","sourceId":"guokr"/)

      const all = await fetch(`${url}/api/v1/sources`, { headers: { 'accept-encoding': 'br' } })
      expect(all.headers.get('content-encoding')).toBe('br')
      expect(await all.json()).toMatchObject({ apiVersion: '1.0' })
    } finally {
      gateway.open()
      await gateway.close()
    }
  })

  it('lets us know at once when a client leaves its stream', async () => {
    const gateway = await gatedGateway(/\/s\/held_back/)
    try {
      const service = await runTrawl(gateway.url)
      const leaving = new AbortController()
      const path = '/api/search/stream?kw=x&src=tg&channels=held_back'
      const { body } = await fetch(`${await startFront(name, service)}${path}`, { signal: leaving.signal })
      await body?.getReader().read()
      leaving.abort()
      const metrics = async () => (await fetch(`http://127.0.0.1:${service}/metrics`)).text()
      await vi.waitFor(async () => expect(/outcome="withdrawn"/.test(await metrics())).toBe(true))
    } finally {
      gateway.open()
      await gateway.close()
    }
  })
})
