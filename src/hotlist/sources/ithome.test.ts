// IT之家: bargains are told by their address or their words; what the page of the ranking holds besides articles.
import { expect, it } from 'vitest'
import { builtInFamily, makeAskingList } from '../../../test/kit/site-io.ts'

const ithome = await builtInFamily('ithome')

function row(title: string, url = 'https://www.ithome.com/0/970/1.htm'): string {
  return `<li><a class="c" href="https://www.ithome.com/pc/">电脑</a><a class="t" href="${url}">${title}</a><i>2026-07-06 11:14:21</i></li>`
}

it.each(['显卡神券来了', '限时优惠', '国家补贴', '京东自营'])('a row is left out for its words: %s', async (title) => {
  const page = `<div id="list"><div class="fl"><ul>${row(title)}${row('新显卡', 'https://www.ithome.com/2.htm')}</ul></div></div>`
  const { items } = await makeAskingList(ithome, 'ithome', () => page).ask()
  expect(items.map(({ title }) => title)).toEqual(['新显卡'])
})

it('a row is left out for its address', async () => {
  const rows = [row('充电器', 'https://lapin.ithome.com/1.htm'), row('新显卡')]
  const page = `<div id="list"><div class="fl"><ul>${rows.join('')}</ul></div></div>`
  const { items } = await makeAskingList(ithome, 'ithome', () => page).ask()
  expect(items.map(({ title }) => title)).toEqual(['新显卡'])
})

it('the ranking gives an article once, at its best place, and leaves out what is none', async () => {
  const row = (href: string, title: string) =>
    `<div class="placeholder"><a href="${href}"><p class="plc-title">${title}</p></a></div>`
  const page = `<div class="rank-box">${row('https://m.ithome.com/html/1002345.htm', '新手机')}${row('https://lapin.ithome.com/1.htm', '充电器')}</div>
    <div class="rank-box">${row('https://m.ithome.com/live/998877.htm', '发布会')}${row('https://m.ithome.com/html/1002345.htm', '又是它')}</div>`
  const { items } = await makeAskingList(ithome, 'ithome-rank', () => page).ask()
  expect(items).toEqual([
    {
      id: '1002345',
      title: '新手机',
      url: 'https://www.ithome.com/1/002/345.htm',
      mobileUrl: 'https://m.ithome.com/html/1002345.htm',
    },
    {
      id: '998877',
      title: '发布会',
      url: 'https://www.ithome.com/0/998/877.htm',
      mobileUrl: 'https://m.ithome.com/live/998877.htm',
    },
  ])
})
