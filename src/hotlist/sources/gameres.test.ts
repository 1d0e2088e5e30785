// GameRes: which of the articles on its front page are the list.
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/list-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import gameres from './gameres.ts'

function pane(attributes: string, id: number) {
  const link = `<a class="feed-item-thumb__link" href="/${id}.html" aria-label="article ${id}"></a>`
  return `<div ${attributes}><article class="feed-item">${link}</article></div>`
}
const shown = pane('class="news-tabs__pane is-active"', 1)
const first = pane('class="news-tabs__pane" data-news-pane-id="100000"', 2)
const other = pane('class="news-tabs__pane" data-news-pane-id="100007"', 3)

test.each([
  ['those of the pane that is shown', other + first + shown, '1'],
  ['else those of the first pane', other + first, '2'],
  ['else all', other, '3'],
])('%s', async (_which, page, id) => {
  const { items } = await makeAskingList(gameres, 'gameres', () => page).ask()
  const url = `https://www.gameres.com/${id}.html`
  expect(items).toEqual([{ id, title: `article ${id}`, url, mobileUrl: url }])
})

test('a title that leads nowhere leads where its picture does', async () => {
  const title = '<a class="feed-item-title-a" href="#"><span class="feed-item-title-text">标题</span></a>'
  const { ask } = makeAskingList(gameres, 'gameres', () => shown.replace('</article>', `${title}</article>`))
  expect((await ask()).items).toMatchObject([{ id: '1', title: '标题', url: 'https://www.gameres.com/1.html' }])
})

test('a page without articles is a failure', async () => {
  const { ask } = makeAskingList(gameres, 'gameres', () => '<p>新版</p>')
  expect(await failureOf(ask())).toMatchObject({ kind: 'mismatch', message: 'the page has no article.feed-item' })
})
