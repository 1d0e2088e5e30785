// FreeBuf's home page, however its titles and links stand in each other.
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/list-io.ts'
import family from './freebuf.ts'

test('a title may stand in its link or hold it', async () => {
  const row = (inner: string) => `<div class="article-item"><div class="title-left">${inner}</div></div>`
  const page = [
    row('<a href="/articles/1.html"><span class="title">一</span></a>'),
    row('<span class="title"><a href="/articles/2.html">二</a></span>'),
    row('<span class="title">三</span>'),
  ]
  const { ask } = makeAskingList(family, 'freebuf', ({ url }) => (url.pathname === '/feed' ? 405 : page.join('')))
  const { ids, bypassed } = await ask()
  expect(ids).toEqual(['https://www.freebuf.com/articles/1.html', 'https://www.freebuf.com/articles/2.html'])
  expect(bypassed).toMatchObject({ kind: 'blocked', status: 405 })
})
