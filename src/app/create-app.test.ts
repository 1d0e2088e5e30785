// Tests of the app as a whole.
import { expect, test } from 'vitest'
import { exchange, listen, testApp } from '../../test/contract/app-parts.ts'

test('a connection is kept for the next request, after errors and bodies that are too large too', async () => {
  const { app } = testApp()
  const requests = [
    'GET /api/search HTTP/1.1\r\nHost: x\r\n\r\n',
    `POST /api/search HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n${'x'.repeat(1_000_000)}`,
    'PUT /api/search HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET /api/search?kw=a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  ]
  const received = await exchange(await listen(app), requests.join(''))
  await app.close()
  expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400', 'HTTP/1.1 413', 'HTTP/1.1 405', 'HTTP/1.1 200'])
})
