// Pan666, in addition to its fixture: errors, further pages, incomplete replies.
import { describe, expect, it } from 'vitest'
import { makeAsking, pluginOf } from '../../../test/kit/site-io.ts'

const pan666 = await pluginOf('pan666')

function discussion(id: string, title = '纸鹤与灯塔') {
  return {
    type: 'discussions',
    id,
    attributes: { title, createdAt: '2026-05-02T09:15:30+00:00' },
    relationships: { mostRelevantPost: { data: { type: 'posts', id: `p${id}` } } },
  }
}

function replyOf(next: string | null, ...ids: string[]) {
  return {
    links: { first: 'https://pan666.net/', next },
    data: ids.map((id) => discussion(id)),
    included: ids.map((id) => ({ type: 'posts', id: `p${id}`, attributes: { contentHtml: '<p>灯塔</p>' } })),
  }
}

const next = 'https://elsewhere.example.org/steal'

describe('pages', () => {
  it('end where the forum says so', async () => {
    for (const text of [null, '']) {
      const { ask, asked } = makeAsking(pan666, () => replyOf(text, '1'))
      expect((await ask()).ids).toEqual(['1'])
      expect(asked).toHaveLength(1)
    }
  })

  it('are asked for by offset, whatever address the forum gives, and no more than are wanted', async () => {
    const offsetOf = (url: URL) => url.searchParams.get('page[offset]') ?? ''
    const { ask, asked } = makeAsking(pan666, (url) => replyOf(next, offsetOf(url)))
    expect((await ask({ pages: '3' })).posts).toHaveLength(3)
    expect(asked.map(({ url }) => [url.host, offsetOf(url)])).toEqual([
      ['pan666.net', '0'],
      ['pan666.net', '50'],
      ['pan666.net', '100'],
    ])
    await ask({ pages: '1' })
    expect(asked).toHaveLength(4)
  })
})

it('a discussion without the post it is joined to, or about something else, is left out', async () => {
  const { ask } = makeAsking(pan666, () => ({
    ...replyOf(null, '1'),
    data: [discussion('1'), discussion('2'), discussion('1', '灯塔')],
  }))
  expect((await ask()).posts.map(({ id, title, text }) => [id, title, text])).toEqual([['1', '纸鹤与灯塔', '灯塔']])
})
