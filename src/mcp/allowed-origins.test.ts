// Origins allowed by MCP_ORIGINS; the HTTP responses are tested in test/mcp-access.test.ts.
import { expect, it } from 'vitest'
import { parseOrigins } from './allowed-origins.ts'

it.each([
  [undefined, 'trawl.example.org', true],
  ['http://localhost:6274', 'trawl.example.org', true],
  ['http://127.0.0.1:3000', '127.0.0.1:8888', true],
  ['http://[::1]:3000', 'localhost:8888', true],
  ['http://192.168.1.5:8888', '192.168.1.5:8888', true],
  ['http://192.168.1.6:8888', '192.168.1.5:8888', false],
  // DNS rebinding: the name resolves to our address, and Host and Origin match.
  ['http://rebound.example.org:8888', 'rebound.example.org:8888', false],
  ['https://agents.example.org', 'trawl.example.org', false],
  ['https://localhost.example.org', '127.0.0.1:8888', false],
  ['null', '127.0.0.1:8888', false],
  ['no origin', 'trawl.example.org', false],
])('where no page is named, one at %s may ask %s: %s', (origin, host, isAllowed) => {
  expect(parseOrigins('')(origin, host)).toBe(isAllowed)
})

it('pages that are named may ask too, and with a star all', () => {
  const isAllowed = parseOrigins('https://agents.example.org, HTTP://10.0.0.2:3000/')
  expect(isAllowed('https://agents.example.org', undefined)).toBe(true)
  expect(isAllowed('http://10.0.0.2:3000', undefined)).toBe(true)
  expect(isAllowed('http://agents.example.org', undefined)).toBe(false)
  expect(isAllowed('https://agents.example.org:444', undefined)).toBe(false)
  expect(parseOrigins('*')('null', undefined)).toBe(true)
})

it.each([
  'agents.example.org',
  'https://agents.example.org/page',
  'ftp://example.org',
  'https://*.example.org:x',
  'null',
])('%s is no origin of a page', (text) => {
  expect(() => parseOrigins(text)).toThrow(/^must be \* or a list of origins of pages like https:\/\/agents/)
})
