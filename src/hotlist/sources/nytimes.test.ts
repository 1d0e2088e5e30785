// Tests of the New York Times that its fixtures cannot show: pictures in the text, and entries without an id.
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/list-io.ts'
import nytimes from './nytimes.ts'

test('the picture is the first of the text where the feed names none, and the address is the id where it has none', async () => {
  const text = '<![CDATA[<p>渡轮</p><img alt="a" src="http://static01.nyt.com/1.jpg"><img src="/2.jpg">]]>'
  const link = 'https://cn.nytimes.com/world/20260914/a/'
  const entry = `<item><title>图书馆</title><link>${link}?utm_source=RSS</link><description>${text}</description></item>`
  const feed = `<rss version="2.0"><channel>${entry}</channel></rss>`
  const { items } = await makeAskingList(nytimes, 'nytimes', () => feed).ask()
  expect(items).toMatchObject([{ id: link, url: link, hover: '渡轮', icon: 'https://static01.nyt.com/1.jpg' }])
})
