// Tests stopping by an orchestrator or a user: the service as a process, stopped during work.

import { createServer, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { searchResponse } from '../src/contract/search.ts'
import { launchTrawl } from './kit/process.ts'
import { listen } from './kit/watches.ts'

/** Plays every upstream: holds each request until it is released, then refuses it. */
async function startHolding() {
  const held = new Set<ServerResponse>()
  let isOpen = false
  const server = createServer((_request, response) => {
    if (isOpen) response.writeHead(404).end()
    else held.add(response)
  })
  const url = `http://127.0.0.1:${await listen(server)}`
  onTestFinished(() => server.closeAllConnections())
  const letGo = () => {
    isOpen = true
    for (const response of held) response.writeHead(404).end()
  }
  return { url, held, letGo }
}

/** The error of new connections. */
function connecting(port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve('let in')
    })
    socket.once('error', (error) => resolve('code' in error ? String(error.code) : error.message))
  })
}

it('SIGTERM lets nobody in any more, finishes what is running, and ends with 0', async () => {
  const upstreams = await startHolding()
  const { service, url, port } = await launchTrawl({ UPSTREAM_GATEWAY: upstreams.url })
  const before = upstreams.held.size
  const answer = fetch(`${url}/api/search?kw=x&src=tg&channels=held_one&ext={"deadline_ms":30000}`)
  // The service checks by itself which upstreams are reachable, so one request more is held.
  await vi.waitFor(() => expect(upstreams.held.size).toBeGreaterThan(Math.max(1, before)))
  service.signal('SIGTERM')
  await service.says(/SIGTERM: finishing running requests/)
  await vi.waitFor(async () => expect(await connecting(Number(port))).toBe('ECONNREFUSED'))
  upstreams.letGo()
  const response = await answer
  expect([response.status, response.headers.get('connection')]).toEqual([200, 'close'])
  expect(searchResponse.parse(await response.json()).meta.sources).toMatchObject({ asked: 1, failed: 1 })
  expect(await service.ended).toBe(0)
})
