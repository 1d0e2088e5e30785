// Origins allowed by MCP_ORIGINS; the HTTP responses are tested in test/mcp-access.test.ts.
import { expect, it } from 'vitest'
import { parseOrigins } from './allowed-origins.ts'

it('programs and pages of this machine may ask, whatever is set', () => {
  const isAllowed = parseOrigins('')
  expect(isAllowed(undefined, 'trawl.example.org')).toBe(true)
  expect(isAllowed('http://localhost:6274', 'trawl.example.org')).toBe(true)
  expect(isAllowed('https://agents.example.org', 'trawl.example.org')).toBe(false)
  expect(isAllowed('no origin', 'trawl.example.org')).toBe(false)
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
