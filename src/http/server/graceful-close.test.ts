// Tests of requests that arrive as the service ends.
import { expect, it } from 'vitest'
import { exchange, listen, testApp } from '../../../test/contract/app-parts.ts'

it('answers a request that was read right before the service ends', async () => {
  const { app } = testApp()
  const port = await listen(app)
  const closed = new Promise<void>((resolve) => app.server.once('request', () => void app.close().then(resolve)))
  expect(await exchange(port, 'GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
  await closed
})
