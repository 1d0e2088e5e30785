// Tests of reading raw headers for the fast path, and of requests left to the framework.
import { expect, it } from 'vitest'
import { parseSimpleHeaders } from './fast-path.ts'

it('reads what is wanted, however it is written, and passes over the rest', () => {
  const raw = [
    'Host',
    'a.example',
    'ACCEPT-ENCODING',
    'br',
    'user-agent',
    'x',
    'If-None-Match',
    '"a"',
    'x-other-things',
    'y',
  ]
  expect(parseSimpleHeaders(raw)).toEqual({ host: 'a.example', 'accept-encoding': 'br', 'if-none-match': '"a"' })
  expect(parseSimpleHeaders(['x-request-id', 'mine', 'cache-control', ''])).toEqual({
    'x-request-id': 'mine',
    'cache-control': '',
  })
  expect(parseSimpleHeaders([])).toEqual({})
})

it.each([
  [['content-length', '1', 'Content-Length', '2']],
  [['Transfer-Encoding', 'chunked']],
  [['Expect', '100-continue']],
  [['host', 'a', 'Host', 'b']],
  [['accept-encoding', 'gzip', 'accept-encoding', 'br']],
  [['if-none-match', '"a"', 'If-None-Match', '"b"']],
])('leaves %j to the framework', (raw) => {
  expect(parseSimpleHeaders(['user-agent', 'x', ...raw])).toBeUndefined()
})
