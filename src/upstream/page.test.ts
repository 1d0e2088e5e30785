// Reading pages as trees, also pages that nobody would write but to break a reader.
import { expect, it } from 'vitest'
import { readPage } from './page.ts'

it('reads a page as browsers forgive it', () => {
  const page = readPage('<ul><li>one<li class=b>two &amp; three</ul><p>unclosed')
  expect(page('li.b').text()).toBe('two & three')
  expect(page('p').text()).toBe('unclosed')
})

it('reads anything as a page, also nothing', () => {
  for (const text of ['', '<', '<<<>>>', '\u0000', '<a href="', '<!-- ', '</p>'])
    expect(readPage(text).text()).toBeTypeOf('string')
})

it('refuses a page nested deeper than any real one, and takes a long one', () => {
  expect(() => readPage('<div>'.repeat(100_000))).toThrow('more than 500 deep')
  expect(() => readPage('<b><i>'.repeat(251))).toThrow('more than 500 deep')
  expect(() => readPage('<p>a</p>'.repeat(50_001))).toThrow('more than 100000 elements')
  expect(readPage('<p>a</p>'.repeat(40_000))('p').length).toBe(40_000)
  expect(readPage(`${'<div>'.repeat(499)}deep${'</div>'.repeat(499)}<p>after</p>`)('p').text()).toBe('after')
})
