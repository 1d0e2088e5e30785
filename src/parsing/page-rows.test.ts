// Rows of pages: their values, and pages without rows.
import { expect, test } from 'vitest'
import { makeSite } from '../../test/kit/site-io.ts'
import { failureOf } from '../../test/kit/wire.ts'
import { pageRows } from './page-rows.ts'

const address = 'https://site.example/list/new'

function rowsOf(html: string, selector: string, headers?: Readonly<Record<string, string>>) {
  const site = makeSite(() => html)
  return { asked: site.asked, rows: pageRows(site.begin().io, address, selector, headers) }
}

test('of what a selector finds in a row the first counts, and texts are on one line', async () => {
  const { rows } = rowsOf(
    '<ul><li class="row" id="r"><a href="/p/1"> one\n <b>two</b></a><a href="2">three</a></li></ul>',
    '.row',
  )
  const [row] = await rows
  expect([row?.text('a'), row?.text(), row?.text('i')]).toEqual(['one two', 'one twothree', ''])
  expect([row?.attribute('href', 'a'), row?.attribute('id'), row?.attribute('id', 'i')]).toEqual([
    '/p/1',
    'r',
    undefined,
  ])
  expect([row?.link('a'), row?.link('a + a'), row?.link('b'), row?.link()]).toEqual([
    'https://site.example/p/1',
    'https://site.example/list/2',
    undefined,
    undefined,
  ])
})

test('the page is asked as a browser asks, with what a site wants besides', async () => {
  const { asked, rows } = rowsOf('<p>1</p>', 'p', { referer: 'https://site.example/' })
  await rows
  expect(asked[0]?.headers).toMatchObject({
    accept: expect.stringContaining('text/html'),
    referer: 'https://site.example/',
  })
})

test('a page without rows, or with rows in rows, is a mismatch', async () => {
  const none = { kind: 'mismatch', message: 'the page has no .card' }
  expect(await failureOf(rowsOf('<p class="row">1</p>', '.card').rows)).toMatchObject(none)
  expect(await failureOf(rowsOf('<div><div>1</div></div>', 'div').rows)).toMatchObject({ kind: 'mismatch' })
})
