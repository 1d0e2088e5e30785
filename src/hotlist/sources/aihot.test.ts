// AIHOT: who we say we are, and what serves when its interface has nothing.
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/list-io.ts'
import family from './aihot.ts'

const feed =
  '<rss version="2.0"><channel><title>x</title><item><title>纸鹤</title><link>https://blog.example/1</link><guid>n1</guid></item></channel></rss>'

function makeSite(items: readonly unknown[]) {
  return makeAskingList(family, 'aihot', ({ url }) => (url.pathname === '/feed/all.xml' ? feed : { items }))
}

test('the interface is told who asks, as the operator has it', async () => {
  const { ask, asked } = makeSite([{ id: 'n1', title: '纸鹤', url: 'https://blog.example/1' }])
  await ask()
  await ask({ AIHOT_USER_AGENT: 'crane-watch (mail@example.org)' })
  expect(asked.map(({ headers }) => headers['user-agent'])).toEqual([
    expect.stringMatching(/^Mozilla.* Trawl /),
    expect.stringMatching(/^Mozilla.* crane-watch \(mail@example\.org\)$/),
  ])
})

test('an empty list of the interface is bypassed, and the feed gives the same ids', async () => {
  const { ids, bypassed } = await makeSite([]).ask()
  expect(ids).toEqual(['n1'])
  expect(bypassed).toMatchObject({ kind: 'mismatch' })
})
