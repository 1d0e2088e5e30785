// Tests the check for a taken port, and the demo on a taken port.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { run } from '../test/kit/process.ts'
import { isPortTaken } from './port-taken.ts'

/** Starts a server that responds to every path like a healthy Trawl; returns its port. */
async function startOther(host: string): Promise<number> {
  const server = createServer((_request, response) => response.end('{"status":"ok"}'))
  onTestFinished(() => void server.close())
  await once(server.listen(0, host), 'listening')
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

test.each(['127.0.0.1', '0.0.0.0'])('a port is taken at 127.0.0.1 while another listens on %s', async (host) => {
  const port = await startOther(host)
  expect(await isPortTaken(port, '127.0.0.1')).toBe(true)
})

test('a port is free once nobody listens there, and stays free after it was looked at', async () => {
  expect(await isPortTaken(0, '127.0.0.1')).toBe(false)
  const other = createServer()
  await once(other.listen(0, '127.0.0.1'), 'listening')
  const address = other.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  await new Promise((closed) => other.close(closed))
  expect([await isPortTaken(port, '127.0.0.1'), await isPortTaken(port, '127.0.0.1')]).toEqual([false, false])
})

test('an address that is not of this machine is no taken port', async () => {
  expect(await isPortTaken(8_888, '203.0.113.9')).toBe(false)
})

test('the demo says that its port is taken and what to do, greets nobody, and ends as a failure', async () => {
  const port = await startOther('127.0.0.1')
  const demo = run('standin/demo.ts', [], { PORT: String(port) })
  expect(await demo.ended).toBe(1)
  expect(demo.output()).toContain(
    `Port ${port} is taken: another program answers on http://127.0.0.1:${port}. Choose another port, for example: PORT=${port + 1} npm run demo`,
  )
  expect(demo.output()).not.toContain('Trawl runs')
})
