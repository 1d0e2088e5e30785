// AIHOT: who we say we are, and what serves when its interface has nothing.
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/site-io.ts'
import family from './aihot.ts'

const feed =
  '<rss version="2.0"><channel><title>x</title><item><title>纸鹤</title><link>https://blog.example/1</link><guid>n1</guid></item></channel></rss>'

/** The site with these items; its feed answers like this. */
function makeSite(items: readonly unknown[], text: unknown = 404) {
  return makeAskingList(family, 'aihot', ({ url }) => (url.pathname === '/feed/all.xml' ? text : { items }))
}

test('the API gets the client name that the operator has set', async () => {
  const { ask, asked } = makeSite([{ id: 'n1', title: '纸鹤', url: 'https://blog.example/1' }])
  await ask()
  await ask({ AIHOT_USER_AGENT: 'crane-watch (mail@example.org)' })
  const toInterface = asked.filter(({ url }) => url.pathname !== '/feed/all.xml')
  expect(toInterface.map(({ headers }) => headers['user-agent'])).toEqual([
    expect.stringMatching(/^Mozilla.* Trawl /),
    expect.stringMatching(/^Mozilla.* crane-watch \(mail@example\.org\)$/),
  ])
})

test('the feed is asked first, and the interface where it has nothing', async () => {
  const item = { id: 'n2', title: '灯塔', url: 'https://blog.example/2' }
  expect((await makeSite([item], feed).ask()).ids).toEqual(['n1'])
  expect(await makeSite([item]).ask()).toMatchObject({ ids: ['n2'], bypassed: { kind: 'mismatch' } })
})
