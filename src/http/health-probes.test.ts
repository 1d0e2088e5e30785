// Tests of the health probes.
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { listen, testApp } from '../../test/contract/app-parts.ts'
import { idleProcess } from '../../test/kit/empty-app.ts'

test.each(['/livez', '/readyz'])('%s is 200 while the service works', async (url) => {
  const response = await testApp().app.inject(url)
  expect([response.statusCode, response.json()]).toEqual([200, { status: 'ok' }])
})

test.each([
  [['DATA_DIR cannot be written to'], []],
  [[], ['a file was set aside']],
])('a service with the troubles %j and the notices %j is ready, and says so', async (problems, notices) => {
  const processHealth = () => ({ ...idleProcess, problems, notices })
  const { app } = testApp({ processHealth })
  const response = await app.inject('/readyz')
  expect([response.statusCode, response.json()]).toEqual([200, { status: 'degraded', troubles: problems, notices }])
  expect((await app.inject('/livez')).json()).toEqual({ status: 'ok' })
})

/** Opens a connection; returns a function that sends a request on it and returns all received bytes. */
async function connected(port: number): Promise<(path: string) => Promise<string>> {
  const socket = connect(port, '127.0.0.1')
  const write = (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
  // The server has not accepted it yet: it exists for its client only.
  write('/')
  await once(socket, 'data')
  return (path) => {
    write(path)
    return text(socket)
  }
}

test('a service that finishes what is running is alive and not ready for who is connected, and lets nobody else in', async () => {
  const begun = Promise.withResolvers<void>()
  const stopped = Promise.withResolvers<never>()
  const { app } = testApp({
    search: {
      answer: () => {
        begun.resolve()
        return stopped.promise
      },
    },
  })
  const port = await listen(app)
  const [search, alive, ready] = await Promise.all([connected(port), connected(port), connected(port)])
  const searching = search('/api/search?kw=a')
  await begun.promise
  const closing = app.close()
  await expect.poll(() => connected(port).catch(String)).toMatch('ECONNREFUSED')
  expect(await alive('/livez')).toMatch(/^HTTP\/1.1 200 .*^Connection: close\r$/ms)
  expect(await ready('/readyz')).toMatch(/^HTTP\/1.1 503 .*"service: is stopping and takes no new work"/s)
  stopped.reject(new Error('enough'))
  expect(await searching).toMatch(/^HTTP\/1.1 500 .*^Connection: close\r$/ms)
  await closing
})
