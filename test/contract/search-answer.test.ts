// Tests the answers in the contract of the search, with a whole service over scripted sites.
import { describe, expect, test, vi } from 'vitest'
import { healthResponse } from '../../src/contract/search.ts'
import { type MadeSites, startMadeSearch } from './made-sites.ts'

const quark = 'https://pan.quark.cn/s/0a1b2c3d4e5f'
const baidu = 'https://pan.baidu.com/s/1aBcDeFgHiJkLmNoPqRsTuV'
const unknownTime = '0001-01-01T00:00:00Z'

const oneOfEach: MadeSites = {
  channels: {
    alpha: [
      {
        id: 1,
        at: '2024-05-02T09:15:30+00:00',
        html: `纸鹤与灯塔<br/>链接：${quark}<br/><a href="?q=%23%E5%8A%A8%E7%94%BB">#动画</a>`,
      },
    ],
  },
  rows: [{ id: 9, title: '纸鹤 讲义', url: baidu, extcode: 'k3m9', category: '文档', filetype: 'pdf' }],
}

describe('the three shapes', () => {
  const links = {
    baidu: [
      {
        url: `${baidu}?pwd=k3m9`,
        password: 'k3m9',
        note: '纸鹤 讲义',
        datetime: unknownTime,
        source: 'plugin:qupansou',
        images: [],
      },
    ],
    quark: [
      {
        url: quark,
        password: '',
        note: '纸鹤与灯塔',
        datetime: '2024-05-02T09:15:30Z',
        source: 'tg:alpha',
        images: [],
      },
    ],
  }
  const results = [
    {
      message_id: '1',
      unique_id: 'alpha_1',
      channel: 'alpha',
      datetime: '2024-05-02T09:15:30Z',
      title: '纸鹤与灯塔',
      content: `纸鹤与灯塔\n链接：${quark}\n#动画`,
      links: [{ type: 'quark', url: quark, password: '' }],
      tags: ['动画'],
      images: [],
      source: 'tg:alpha',
    },
    {
      message_id: '9',
      unique_id: 'qupansou-9',
      channel: '',
      datetime: unknownTime,
      title: '纸鹤 讲义',
      content: 'pdf',
      links: [{ type: 'baidu', url: `${baidu}?pwd=k3m9`, password: 'k3m9' }],
      tags: ['文档'],
      images: [],
      source: 'plugin:qupansou',
    },
  ]

  test.each([
    ['merged_by_type', { total: 2, merged_by_type: links }],
    ['merge', { total: 2, merged_by_type: links }],
    ['results', { total: 2, results }],
    ['all', { total: 2, results, merged_by_type: links }],
  ])('res=%s has every field, in words of the contract', async (res, data) => {
    const { post } = await startMadeSearch(oneOfEach)
    const answer = await post({ kw: '纸鹤', res })
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.json()).toEqual({
      code: 0,
      message: 'success',
      data,
      meta: { complete: true, sources: { asked: 3, answered: 3, failed: 0, pending: 0 } },
    })
  })

  test('nothing found is an empty map or list, and no warning', async () => {
    const { search } = await startMadeSearch({})
    expect(await search({ res: 'all' })).toMatchObject({ data: { total: 0, results: [], merged_by_type: {} } })
    expect((await search({})).warnings).toBeUndefined()
  })
})

describe('beside the data', () => {
  test('conc bounds how many requests are in flight, as DEFAULT_CONC does without it', async () => {
    for (const [env, fields, most] of [
      [{}, { conc: 1 }, 1],
      [{ DEFAULT_CONC: '2' }, {}, 2],
      [{ DEFAULT_CONC: '1' }, { conc: 3 }, 3],
    ] as const) {
      const { search, asked, behave } = await startMadeSearch(oneOfEach, env)
      behave('telegram', 'held')
      behave('plugin', 'held')
      const answer = search(fields)
      await vi.waitFor(() => expect(asked()).toHaveLength(most))
      behave('plugin', 'fine')
      behave('telegram', 'fine')
      expect((await answer).meta.complete).toBe(true)
      expect(asked()).toHaveLength(3)
    }
  })
})

describe('/api/health', () => {
  test('is an object without an envelope that lists channels and plugins', async () => {
    const { app } = await startMadeSearch({})
    const answer = await app.inject('/api/health')
    expect(answer.json()).toEqual({
      status: 'ok',
      status_basis: 'none',
      telegram: { state: 'unknown', checked_at: null },
      plugins_enabled: true,
      plugin_count: 1,
      plugins: ['qupansou'],
      channels: ['alpha', 'beta'],
      channels_count: 2,
      auth_enabled: false,
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    })
  })

  test('has both arrays when no plugin is enabled', async () => {
    const { app } = await startMadeSearch({}, { ENABLED_PLUGINS: 'none' })
    const health = healthResponse.parse((await app.inject('/api/health')).json())
    expect(health).toMatchObject({ plugins_enabled: false, plugin_count: 0, plugins: [], channels: ['alpha', 'beta'] })
  })
})
