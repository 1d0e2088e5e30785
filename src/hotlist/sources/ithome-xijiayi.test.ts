// Tests of IT之家「喜加一」 that its fixture cannot show: what stands among the notices and is none.
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/list-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import xijiayi from './ithome-xijiayi.ts'

const other =
  '<li><a href="https://lapin.ithome.com/html/digi/1.htm"></a><div class="newsbody"><h2>耳机</h2></div></li>'
const notice = '<li><a href="https://www.ithome.com/1/002/345.htm"></a><div class="newsbody"><h2>游戏</h2></div></li>'

test('rows that lead to no article are left out, and a page of nothing else is a failure', async () => {
  const pages = [other + notice, other].map((rows) => `<ul class="newslist">${rows}</ul>`)
  const { ask } = makeAskingList(xijiayi, 'ithome-xijiayi', () => pages.shift())
  expect((await ask()).ids).toEqual(['1002345'])
  expect(await failureOf(ask())).toMatchObject({ kind: 'mismatch' })
})
