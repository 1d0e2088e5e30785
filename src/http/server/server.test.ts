// Tests of the properties of the server.
import { expect, it, onTestFinished } from 'vitest'
import { exchange, listen } from '../../../test/contract/app-parts.ts'
import { createServer } from './server.ts'

it('drops no header, however many there are', async () => {
  const app = createServer({ genReqId: () => 'id', frameworkErrors: () => undefined })
  app.get('/', async ({ headers }) => headers['x-forwarded-for'])
  onTestFinished(() => app.close())
  const port = await listen(app)
  const head = `GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${'a:\r\n'.repeat(5_000)}`
  const answer = await exchange(port, `${head}X-Forwarded-For: 192.0.2.7\r\n\r\n`)
  expect(answer).toMatch(/^HTTP\/1\.1 200 .*\r\n192\.0\.2\.7$/s)
})
