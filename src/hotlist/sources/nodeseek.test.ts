// Tests of NodeSeek that its fixtures cannot show: threads without a number of their own, and their order.
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/list-io.ts'
import nodeseek from './nodeseek.ts'

test('a thread without an id has the number in its address, and the newest comes first', async () => {
  const thread = (number: number, rest: string) =>
    `<item><title>帖子</title><link>https://www.nodeseek.com/post-${number}-1</link>${rest}</item>`
  const older = thread(1, '<guid isPermaLink="false">1</guid><pubDate>Mon, 14 Sep 2026 00:12:00 GMT</pubDate>')
  const newer = thread(2, '<pubDate>Mon, 14 Sep 2026 00:30:00 GMT</pubDate>')
  const feed = `<rss version="2.0"><channel>${older}${newer}</channel></rss>`
  expect((await makeAskingList(nodeseek, 'nodeseek', () => feed).ask()).ids).toEqual(['2', '1'])
})
