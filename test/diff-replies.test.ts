// Comparison of live replies with samples: pairing, pages, feeds and scripts.
import { expect, it } from 'vitest'
import { diffReplies } from '../tools/doctor/diff-replies.ts'
import type { RecordedExchange } from '../tools/recording-transport.ts'

const site = 'https://site.example.org'

function sample(...replies: readonly (readonly [path: string, body: string, status?: number])[]) {
  const exchanges = replies.map(([path, body, status = 200]) => {
    return { method: 'GET' as const, url: site + path, status, headers: {}, body: Buffer.from(body) }
  })
  return { exchanges }
}

function received(path: string, body: string | undefined, status = 200): RecordedExchange {
  const reply = body === undefined ? undefined : Buffer.from(body)
  const sent = { method: 'GET' as const, url: site + path, requestHeaders: {}, requestBody: undefined }
  return { ...sent, status, headers: {}, setCookies: [], body: async () => reply }
}

it('compares each reply with that of its own address, whatever the numbers and keywords in it', async () => {
  const known = sample(['/search/wd/%E7%BA%B8', '{"rows":[{"id":1}]}'], ['/detail/90001', '{"link":"x"}'])
  const now = [received('/search/wd/%E4%B8%89', '{"rows":[{"id":1}]}'), received('/detail/12', '{"url":"x"}')]
  expect(await diffReplies([known], now)).toEqual([
    'https://site.example.org/detail/12: link is gone; new beside it: url',
  ])
})

it('takes of several samples the one whose upstream was asked', async () => {
  const other = sample(['/app', '{"words":1}'])
  expect(await diffReplies([other, sample(['/page', '{"list":1}'])], [received('/page', '{"rows":1}')])).toEqual([
    'list is gone; new beside it: rows',
  ])
})

it('reads data in scripts, callbacks and feeds', async () => {
  const page = (key: string) => `<html><body><script>window.__DATA__ = {"${key}":[{"a":1}]};</script></body></html>`
  expect(await diffReplies([sample(['/', page('hot')])], [received('/', page('top'))])).toEqual([
    'window.__DATA__ =: hot is gone; new beside it: top',
  ])
  expect(await diffReplies([sample(['/', 'back([{"a":1}])'])], [received('/', 'back([{"b":1}])')])).toEqual([
    '[].a is gone; new beside it: b',
  ])
  const feed = (name: string) => `<?xml version="1.0"?><rss><channel><item><${name}>x</${name}></item></channel></rss>`
  expect(await diffReplies([sample(['/', feed('link')])], [received('/', feed('guid'))])).toEqual([
    'the feed has no item > link',
  ])
})

it('names of a page what repeats first, and no names that are made for one row', async () => {
  const before =
    '<table id="t"><tr class="row" id="row-90001"><td class="c">x</td></tr><tr class="row"><td>x</td></tr></table>'
  expect(await diffReplies([sample(['/', before])], [received('/', '<div class="row">x</div>')])).toEqual([
    'the page has no tr (2 times in the fixture), td (2 times in the fixture), table, table#t, tbody and 1 more',
  ])
})

it('says what replaced the expected reply', async () => {
  const known = [sample(['/', '{"a":1}'])]
  expect(await diffReplies(known, [received('/', '', 404)])).toEqual(['answered 404, where the fixture has 200'])
  expect(await diffReplies(known, [received('/', '<html></html>')])).toEqual(['was JSON, is now a page'])
  expect(await diffReplies(known, [received('/', '')])).toEqual(['was JSON, is now nothing'])
  expect(await diffReplies(known, [received('/', undefined)])).toEqual([
    'the reply is incomplete or cannot be decompressed',
  ])
})

it('says nothing of an upstream that answers now and failed in the sample; of one that fails otherwise it does', async () => {
  const known = [sample(['/first', '{"a":1}'], ['/second', '', 403])]
  const changed = received('/first', '{"b":1}')
  expect(await diffReplies(known, [changed, received('/second', '{"c":1}')])).toEqual([
    'https://site.example.org/first: a is gone; new beside it: b',
  ])
  expect(await diffReplies(known, [changed, received('/second', '', 500)])).toContain(
    'https://site.example.org/second: answered 500, where the fixture has 403',
  )
})

it('says nothing without a sample, or of replies that have nothing to do with it', async () => {
  expect(await diffReplies([], [received('/', '{}')])).toEqual([])
  const known = sample(['/a', '{"a":1}'], ['/b', '{"b":1}'])
  const elsewhere: RecordedExchange = { ...received('/x/y', '{}', 302), url: 'https://other.example.net/x/y' }
  expect(await diffReplies([known], [elsewhere])).toEqual([])
})
