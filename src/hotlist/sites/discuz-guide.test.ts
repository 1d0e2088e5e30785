// A forum's guide: ids of its threads.
import { expect, test } from 'vitest'
import { makeSite } from '../../../test/kit/list-io.ts'
import { guideList } from './discuz-guide.ts'

function makeForum(body: string) {
  const { begin } = makeSite(() => body)
  const list = guideList('https://forum.example', 'new')
  return { ask: async () => list.ask(begin().io, undefined) }
}

test('a thread is known by its number however its address is written, and its summary was escaped once', async () => {
  const items = [
    '<item><title>一</title><link>https://forum.example/thread-11-1-1.html</link><description><![CDATA[ 甲 &amp;lt; 乙 &lt;br&gt; ... ]]></description></item>',
    '<item><title>二</title><link>https://forum.example/forum.php?mod=viewthread&amp;tid=12&amp;page=1</link></item>',
    '<item><title>三</title><link>https://forum.example/home.php?uid=5</link></item>',
  ]
  const { ask } = makeForum(`<rss version="2.0"><channel><title>x</title>${items.join('')}</channel></rss>`)
  expect(await ask()).toMatchObject([
    { id: '11', hover: '甲 &lt; 乙 <br> ...' },
    { id: '12', url: 'https://forum.example/forum.php?mod=viewthread&tid=12&page=1' },
    { id: undefined },
  ])
})
