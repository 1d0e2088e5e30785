// Resolved links and encoded query values.
import { expect, it } from 'vitest'
import { encodeForQuery, resolveLink, toHttps } from './web-links.ts'

const page = 'https://site.example/list/new?page=1'

it('a link is read as its page means it', () => {
  expect(resolveLink(page, '/p/1')).toBe('https://site.example/p/1')
  expect(resolveLink(page, ' p-1.html ')).toBe('https://site.example/list/p-1.html')
  expect(resolveLink(page, 'http://other.example/1')).toBe('http://other.example/1')
})

it.each([undefined, null, '', '  ', '#top', 'javascript:void(0)', 'mailto:a@site.example', 'http://['])(
  '%j leads nowhere',
  (href) => {
    expect(resolveLink(page, href)).toBeUndefined()
  },
)

it.each([
  'http://img.example/1.jpg?a=http://b',
  '//img.example/1.jpg?a=http://b',
  ' https://img.example/1.jpg?a=http://b',
])('the picture %s is asked over https', (address) => {
  expect(toHttps(address)).toBe('https://img.example/1.jpg?a=http://b')
})

it('words are encoded for a query, also when half a character is among them', () => {
  expect(encodeForQuery('夜 跑&1')).toBe('%E5%A4%9C%20%E8%B7%91%261')
  expect(encodeForQuery('a\ud800')).toBe('a%EF%BF%BD')
})
