// Tests of the app as a whole.
import { expect, test } from 'vitest'
import { exchange, listen, testApp } from '../../test/contract/app-parts.ts'
import { createMetrics } from '../observability/metrics.ts'

test('the start page says what there is', async () => {
  const response = await testApp().app.inject('/')
  expect(response.json()).toMatchObject({ name: 'trawl', version: '0.0.0-test' })
  expect(Object.keys(response.json().endpoints)).toContain('GET /api/health')
})

test('metrics that cannot be had are our bug', async () => {
  const metrics = { ...createMetrics(), text: () => Promise.reject(new Error('broken')) }
  const { app } = testApp({ metrics })
  expect((await app.inject('/metrics')).statusCode).toBe(500)
})

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
