// Tests of clients that disconnect, against a listening server.
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { emptyAnswer, exchange, listen, testApp } from '../../../test/contract/app-parts.ts'

const request = 'GET /api/search?kw=a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'

/** Sends a request, disconnects once the search has begun, and returns what the search then threw. */
async function leaveEarly(thrown: (signal: AbortSignal) => unknown) {
  const begun = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const { app, lines } = testApp({
    search: {
      answer: (_request, signal) =>
        new Promise((_resolve, reject) => {
          begun.resolve()
          signal.addEventListener('abort', () => {
            reject(thrown(signal))
            ended.resolve()
          })
        }),
    },
  })
  const client = connect(await listen(app), '127.0.0.1')
  client.write(request)
  await begun.promise
  client.destroy()
  await ended.promise
  await app.close()
  return lines
}

test('the search is told when its client leaves, and the log says so', async () => {
  const lines = await leaveEarly((signal) => signal.reason)
  expect(lines).toMatchObject([{ level: 20, path: '/api/search', status: 499, left: true }])
})

test('a bug that shows after the client left is still logged as one', async () => {
  const lines = await leaveEarly(() => new TypeError('a bug'))
  expect(lines.find((line) => line.level === 50)).toMatchObject({ err: { message: 'a bug' } })
})

test('the search is told nothing when its client leaves with the answer', async () => {
  const signals: AbortSignal[] = []
  const { app, lines } = testApp({
    search: {
      answer: async (_request, signal) => {
        signals.push(signal)
        return emptyAnswer
      },
    },
  })
  expect(await exchange(await listen(app), request)).toMatch(/^HTTP\/1.1 200 /)
  await app.close()
  expect(signals.map((signal) => signal.aborted)).toEqual([false])
  expect(lines).toMatchObject([{ level: 20, status: 200 }])
  expect(lines[0]).not.toHaveProperty('left')
})
