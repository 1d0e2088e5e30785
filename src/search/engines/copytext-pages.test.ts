// Pages of Yunsou without results.
import { expect, test } from 'vitest'
import { makeAsking, pluginOf } from '../../../test/kit/site-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'

const yunsou = await pluginOf('ash')

const address = 'https://yunsou.xyz/s/%E7%BA%B8%E9%B9%A4.html'

/** Asks over one page; anything but its address is answered 404. */
async function asked(body: string, { kw = '纸鹤', url = address, base_url = 'https://yunsou.xyz' } = {}) {
  const { ask } = makeAsking(yunsou, ({ href }) => (href === url ? body : undefined))
  return (await ask({ base_url }, { kw })).posts
}

test('a page with many beginnings of a list and no end is given up at once', async () => {
  expect(await failureOf(asked(`var jsonData = '[`.repeat(200_000)))).toMatchObject({ kind: 'mismatch' })
  expect(await failureOf(asked(`var jsonData = '[${']'.repeat(1_000_000)}`))).toMatchObject({ kind: 'mismatch' })
})

test('a keyword cannot leave its place in the address, and the site may have moved', async () => {
  const url = 'https://yunsou.example.org/s/..%2F%E7%BA%B8%E9%B9%A4%3F%23.html'
  const page = `<script>var jsonData = '[{"id":1,"title":"../纸鹤?#"}]';</script>`
  const posts = await asked(page, { kw: '../纸鹤?#', url, base_url: 'https://yunsou.example.org/' })
  expect(posts).toMatchObject([{ id: '1', title: '../纸鹤?#', anchors: [] }])
})
