// Tests of 法布财经 that its fixtures cannot show: the older form of its flashes, and pages of something else.
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/list-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import fastbull from './fastbull.ts'

test('flashes are read in their older form: a name of their own, the time under another', async () => {
  const page = `
    <div class="news-list" data-id="1" data-time="1783308600000"><span class="title_name">央行公布数据</span></div>
    <div class="news-list" data-id="2"><div class="shear_box" data-href="/cn/fastshort/2_1"></div>
      <span class="title_name">【指数收涨】  多数 板块
      走高</span></div>`
  const { ask } = makeAskingList(fastbull, 'fastbull-express', () => page)
  const { items } = await ask()
  expect(items).toEqual([
    { id: '1', title: '央行公布数据', url: 'https://www.fastbull.com/cn/fastshort/1', pubDate: 1_783_308_600_000 },
    { id: '/cn/fastshort/2_1', title: '指数收涨', url: 'https://www.fastbull.com/cn/fastshort/2_1' },
  ])
})

test('a short headline, or a bracket later in the text, is not the title', async () => {
  const flash = (id: string, text: string) =>
    `<li class="content-list news-list" data-id="${id}"><b class="title_name">${text}</b></li>`
  const page = `<ul class="news-list">${flash('1', '【行情】黄金走高【期货开盘】')}${flash('2', '【期货开盘】原油高开')}</ul>`
  const { items } = await makeAskingList(fastbull, 'fastbull-express', () => page).ask()
  expect(items.map(({ title }) => title)).toEqual(['【行情】黄金走高【期货开盘】', '期货开盘'])
})

test.each(['fastbull-express', 'fastbull-news'])('%s takes another page for none of its own', async (id) => {
  const { ask } = makeAskingList(fastbull, id, () => '<main><h1>升级中</h1></main>')
  expect(await failureOf(ask())).toMatchObject({ name: 'UpstreamError', kind: 'mismatch' })
})
