// Tests of the two questions of an orchestrator.
import { expect, test } from 'vitest'
import { exchange, listen, testApp } from '../../test/contract/app-parts.ts'
import { noLists } from '../../test/kit/no-lists.ts'

test.each(['/livez', '/readyz'])('%s is 200 while the service works', async (url) => {
  const response = await testApp().app.inject(url)
  expect([response.statusCode, response.json()]).toEqual([200, { status: 'ok' }])
})

test.each([
  [['DATA_DIR cannot be written to'], []],
  [[], ['a file was set aside']],
])('a service with the troubles %j and the notices %j is ready, and says so', async (troubles, notices) => {
  const vitals = () => ({ ...noLists(() => 0).vitals(), troubles, notices })
  const { app } = testApp({ vitals })
  const response = await app.inject('/readyz')
  expect([response.statusCode, response.json()]).toEqual([200, { status: 'degraded', troubles, notices }])
  expect((await app.inject('/livez')).json()).toEqual({ status: 'ok' })
})

test('a service that finishes what is running is alive and not ready', async () => {
  const begun = Promise.withResolvers<void>()
  const stopped = Promise.withResolvers<never>()
  const { app } = testApp({
    search: () => {
      begun.resolve()
      return stopped.promise
    },
  })
  const port = await listen(app)
  const ask = (path: string) => exchange(port, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  const searching = ask('/api/search?kw=a')
  await begun.promise
  const closing = app.close()
  expect(await ask('/livez')).toMatch(/^HTTP\/1.1 200 /)
  expect(await ask('/readyz')).toMatch(/^HTTP\/1.1 503 .*"service: is stopping and takes no new work"/s)
  stopped.reject(new Error('enough'))
  expect(await searching).toMatch(/^HTTP\/1.1 500 /)
  await closing
})
