// Tests of 澎湃新闻 that its fixture cannot show: other forms of its envelope, times and numbers.
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/list-io.ts'
import thepaper from './thepaper.ts'

test('the list is read whatever the code says, with times as texts and heat as people write it', async () => {
  const hotNews = [
    { contId: 1, name: '一', pubTimeLong: '1783295000000', interactionNum: '1.2万' },
    { contId: '2', name: '二', pubTimeLong: '', interactionNum: '' },
  ]
  const { ask } = makeAskingList(thepaper, 'thepaper', () => ({ code: '0', data: { hotNews } }))
  const [one, two] = (await ask()).items
  expect(one).toMatchObject({ id: '1', pubDate: 1_783_295_000_000, hot: 12_000 })
  expect(two).toEqual({
    id: '2',
    title: '二',
    url: 'https://www.thepaper.cn/newsDetail_forward_2',
    mobileUrl: 'https://m.thepaper.cn/newsDetail_forward_2',
  })
})
