// Tests the reverse proxies of docs/deploy: client addresses cannot be forged, and one of three services may end.
import { createServer } from 'node:http'
import { describe, expect, it } from 'vitest'
import { answers, scriptedServer, started } from '../kit/scripted-server.ts'
import { fronts, names, startFront } from './front.ts'

describe.each(names)('%s as in docs/deploy', (name) => {
  it('names the client in place of what the client says of itself, and lets the longest query through', async () => {
    const service = await scriptedServer([answers('ok')])
    const url = await startFront(name, service.port)
    const forged = { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9' }
    const path = `/api/search?kw=${'x'.repeat(16_000)}`
    expect((await fetch(url + path, { headers: forged })).status).toBe(200)
    const headers = service.heard.find((received) => received.path === path)?.headers
    expect([headers?.['x-forwarded-for'], headers?.forwarded ?? '']).toEqual(['127.0.0.1', ''])
  })
})

/** A service that reports its name and can be stopped without a shutdown. */
async function namedServer(name: string) {
  const server = createServer((_request, response) => void response.end(name))
  const { port } = await started(server)
  return { port, end: () => server.close().closeAllConnections() }
}

describe.each(names.filter((name) => fronts[name].asks.length > 1))('%s as in docs/deploy', (name) => {
  it('asks all of them, and none of its clients notices when one ends', async () => {
    const services = await Promise.all(['first', 'second', 'third'].map(namedServer))
    const url = await startFront(name, ...services.map(({ port }) => port))
    const answersOf = async (count: number) => {
      const answered = new Map<string, number>()
      for (let ask = 0; ask < count; ask += 1) {
        const response = await fetch(`${url}/api/search?kw=${ask}`)
        const text = `${response.status} ${await response.text()}`
        answered.set(text, (answered.get(text) ?? 0) + 1)
      }
      return [...answered.keys()].toSorted()
    }
    expect(await answersOf(90)).toEqual(['200 first', '200 second', '200 third'])
    services[1]?.end()
    expect(await answersOf(90)).toEqual(['200 first', '200 third'])
  })
})
