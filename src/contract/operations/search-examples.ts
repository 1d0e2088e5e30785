// Shared parts of the search examples: the keyword, the answers and the events.

/** The keyword. */
export const kw = { kw: '三体' }
const failed = { kind: 'source_failed', source: 'plugin:labi', detail: 'labi did not answer in time' }
const meta = { complete: true, sources: { asked: 117, answered: 116, failed: 1, pending: 0 } }

/** An answer with links. */
export const linksFound = {
  code: 0,
  message: 'success',
  data: {
    total: 1,
    merged_by_type: {
      quark: [
        {
          url: 'https://pan.quark.cn/s/0a1b2c3d4e5f',
          password: '',
          note: '三体 全30集 4K',
          datetime: '2026-11-03T08:15:00Z',
          source: 'tg:demo_share',
          images: ['https://cdn.example.org/santi.jpg'],
        },
      ],
    },
  },
  warnings: [failed],
  meta,
}

/** An answer with posts. */
export const postsFound = {
  code: 0,
  message: 'success',
  data: {
    total: 1,
    results: [
      {
        message_id: '302',
        unique_id: 'demo_share_302',
        channel: 'demo_share',
        datetime: '2026-11-03T08:15:00Z',
        title: '三体 全30集 4K',
        content: '三体 全30集 4K\n链接：https://pan.quark.cn/s/0a1b2c3d4e5f',
        links: [{ type: 'quark', url: 'https://pan.quark.cn/s/0a1b2c3d4e5f', password: '' }],
        tags: ['三体'],
        images: [],
        source: 'tg:demo_share',
      },
    ],
  },
  meta,
}

/** The events of a search. */
export const exampleEvents = [
  { event: 'start', data: { sources: ['tg:demo_share', 'plugin:labi'] } },
  { event: 'links', data: { merged_by_type: linksFound.data.merged_by_type } },
  { event: 'source', data: { source: 'tg:demo_share', state: 'fresh', took_ms: 412, count: 1 } },
  {
    event: 'source',
    data: {
      source: 'plugin:labi',
      state: 'failed',
      took_ms: 4000,
      count: 0,
      failure: { kind: 'timeout', detail: 'no answer within 4 s' },
    },
  },
  {
    event: 'end',
    data: { complete: true, sources: { asked: 2, answered: 1, failed: 1, pending: 0 }, took_ms: 4003 },
  },
]
