// Tests start and stop in rarer situations: the service and the demo as processes.
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { searchResponse } from '../src/contract/search.ts'
import { freePort } from './kit/ports.ts'
import { run } from './kit/process.ts'

/** Refuses every connection, so that no upstream is reachable. */
const nowhere = { UPSTREAM_GATEWAY: 'http://127.0.0.1:1' }

async function takenPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
  const address = server.address()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

describe('npm start', () => {
  it('ends on SIGTERM although somebody holds a connection open and says nothing, or half of something', async () => {
    const service = run('src/main.ts', [], { ...nowhere, HOST: '127.0.0.1', PORT: '0' })
    const [, port = ''] = await service.says(/listens on http:\/\/127\.0\.0\.1:(\d+)/)
    const [silent, halfway] = [connect(Number(port), '127.0.0.1'), connect(Number(port), '127.0.0.1')]
    await Promise.all([once(silent, 'connect'), once(halfway, 'connect')])
    halfway.write('GET / HTTP/1.1\r\nHo')
    await (await fetch(`http://127.0.0.1:${port}/api/health`)).text()
    service.signal('SIGTERM')
    expect(await service.ended).toBe(0)
  })

  it('ends on SIGTERM although nobody reads its log any more', async () => {
    const service = run('src/main.ts', [], { ...nowhere, HOST: '127.0.0.1', PORT: '0' })
    await service.says(/listens on/)
    service.deafen()
    service.signal('SIGTERM')
    expect(await service.ended).toBe(0)
  })

  it('stops at a port that is taken and says what to do', async () => {
    const service = run('src/main.ts', [], { HOST: '127.0.0.1', PORT: `${await takenPort()}` })
    expect(await service.ended).toBe(1)
    expect(service.output()).toContain('set PORT to a free one')
  })
})

describe('npm run demo', () => {
  it('shows a line to try, which finds something, and ends with all it started', async () => {
    const port = await freePort()
    const demo = run('standin/demo.ts', ['--weather', 'calm'], { PORT: `${port}` })
    const [, url = ''] = await demo.says(/try +curl -s '([^']+)'/)
    const answer = searchResponse.parse(await (await fetch(url)).json())
    expect(answer.data.total).toBeGreaterThan(0)
    demo.signal('SIGTERM')
    expect(await demo.ended).toBe(0)
    await expect(fetch(`http://127.0.0.1:${port}/api/health`)).rejects.toThrow()
  })
})
