// Resolved links and encoded query values.
import { expect, it } from 'vitest'
import { inQuery, linkIn, overHttps } from './links.ts'

const page = 'https://site.example/list/new?page=1'

it('a link is read as its page means it', () => {
  expect(linkIn(page, '/p/1')).toBe('https://site.example/p/1')
  expect(linkIn(page, ' p-1.html ')).toBe('https://site.example/list/p-1.html')
  expect(linkIn(page, 'http://other.example/1')).toBe('http://other.example/1')
})

it.each([undefined, null, '', '  ', '#top', 'javascript:void(0)', 'mailto:a@site.example', 'http://['])(
  '%j leads nowhere',
  (href) => {
    expect(linkIn(page, href)).toBeUndefined()
  },
)

it.each([
  'http://img.example/1.jpg?a=http://b',
  '//img.example/1.jpg?a=http://b',
  ' https://img.example/1.jpg?a=http://b',
])('the picture %s is asked over https', (address) => {
  expect(overHttps(address)).toBe('https://img.example/1.jpg?a=http://b')
})

it('words are encoded for a query, also when half a character is among them', () => {
  expect(inQuery('夜 跑&1')).toBe('%E5%A4%9C%20%E8%B7%91%261')
  expect(inQuery('a\ud800')).toBe('a%EF%BF%BD')
})
