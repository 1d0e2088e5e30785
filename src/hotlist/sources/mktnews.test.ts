// Tests of MKTNews that its fixture cannot show: refusals, and HTML in its texts.
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/list-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import mktnews from './mktnews.ts'

test('a status other than 200 in its envelope is a refusal', async () => {
  const { ask } = makeAskingList(mktnews, 'mktnews-flash', () => ({ status: 503, message: 'maintenance', data: null }))
  expect(await failureOf(ask())).toMatchObject({ kind: 'unavailable', message: 'answered with code 503: maintenance' })
})

test('texts are plain, and a flash without a headline is its own title', async () => {
  const data = { title: '', content: '<b>Oil</b> &amp; gas<br/>fall' }
  const flash = { id: '20260706034500567800', time: 'soon', important: 2, data }
  const { ask } = makeAskingList(mktnews, 'mktnews-flash', () => ({ status: 200, data: [flash] }))
  const { items } = await ask()
  expect(items).toEqual([
    {
      id: '20260706034500567800',
      title: 'Oil & gas fall',
      url: 'https://mktnews.net/flashDetail.html?id=20260706034500567800',
      hover: 'Oil & gas fall',
    },
  ])
})
