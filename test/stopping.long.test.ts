// Tests stopping by an orchestrator or a user: the service as a process, stopped during work or ended by a bug.

import { createServer, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import { searchResponse } from '../src/contract/search.ts'
import { launchTrawl, type Program } from './kit/process.ts'
import { started } from './kit/scripted-server.ts'

/** Plays every upstream: holds each request until it is released, then refuses it. */
async function startHolding() {
  const held = new Set<ServerResponse>()
  let isOpen = false
  const server = createServer((_request, response) => {
    if (isOpen) response.writeHead(404).end()
    else held.add(response)
  })
  const { port } = await started(server)
  return {
    url: `http://127.0.0.1:${port}`,
    held,
    letGo() {
      isOpen = true
      for (const response of held) response.writeHead(404).end()
    },
  }
}

/** A service with one running search. */
async function startSearching(env: Readonly<Record<string, string>> = {}) {
  const upstreams = await startHolding()
  const { service, port } = await launchTrawl({ UPSTREAM_GATEWAY: upstreams.url, ...env })
  const path = '/api/search?kw=x&src=tg&channels=held_one&ext={"deadline_ms":30000}'
  const before = upstreams.held.size
  const answer = fetch(`http://127.0.0.1:${port}${path}`)
  // In some tests the service ends before it answers.
  answer.catch(() => undefined)
  // The service checks by itself which upstreams are reachable, so one request more is held.
  await vi.waitFor(() => expect(upstreams.held.size).toBeGreaterThan(Math.max(1, before)))
  return { upstreams, service, port: Number(port), answer }
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

/** Repeats the signal until the process has ended; signals soon after the first count as one. */
async function insist({ signal, ended }: Program): Promise<number | null> {
  const timer = setInterval(() => signal('SIGTERM'), 100)
  try {
    return await ended
  } finally {
    clearInterval(timer)
  }
}

describe('SIGTERM', () => {
  it('lets nobody in any more, finishes what is running, and ends with 0', async () => {
    const { upstreams, service, port, answer } = await startSearching()
    service.signal('SIGTERM')
    await service.says(/SIGTERM: finishing running requests/)
    await vi.waitFor(async () => expect(await connecting(port)).toBe('ECONNREFUSED'))
    upstreams.letGo()
    const { status, headers, json } = await answer.then(async (response) => ({
      ...pick(response),
      json: await response.json(),
    }))
    expect([status, headers.get('connection')]).toEqual([200, 'close'])
    expect(searchResponse.parse(json).meta.sources).toMatchObject({ asked: 1, failed: 1 })
    expect(await service.ended).toBe(0)
  })

  it('a second time ends it at once, with 1, although nobody can read its log any more', async () => {
    const { service } = await startSearching({ LOG_LEVEL: 'debug' })
    service.deafen()
    expect(await insist(service)).toBe(1)
  })
})

function pick({ status, headers }: Response) {
  return { status, headers }
}
