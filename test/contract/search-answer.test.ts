// Tests the answers in the contract of the search, with a whole service over two channels and a plugin that the test plays.
import { createServer, type ServerResponse } from 'node:http'
import { describe, expect, test, vi } from 'vitest'
import { healthResponse, searchResponse } from '../../src/contract/search.ts'
import { started } from '../kit/scripted-server.ts'
import { startWholeTrawl } from '../kit/whole-trawl.ts'

const quark = 'https://pan.quark.cn/s/0a1b2c3d4e5f'
const baidu = 'https://pan.baidu.com/s/1aBcDeFgHiJkLmNoPqRsTuV'
const unknownTime = '0001-01-01T00:00:00Z'

const message = `<div class="tgme_widget_message_wrap js-widget_message_wrap"><div class="tgme_widget_message text_not_supported_wrap js-widget_message" data-post="made/1" data-view="e30"><div class="tgme_widget_message_bubble"><div class="tgme_widget_message_text js-message_text" dir="auto">纸鹤与灯塔<br/>链接：${quark}<br/><a href="?q=%23%E5%8A%A8%E7%94%BB">#动画</a></div><a class="tgme_widget_message_date"><time datetime="2024-05-02T09:15:30+00:00" class="time"></time></a></div></div></div>`
const row = { id: 9, title: '纸鹤 讲义', url: baidu, extcode: 'k3m9', category: '文档', filetype: 'pdf' }

/** Answers as the site at this address: the first channel has the message, the plugin the row, unless nothing is found. */
function answer(url: string, response: ServerResponse, isEmpty: boolean): void {
  if (!url.startsWith('https://t.me/')) {
    const data = isEmpty ? [] : [row]
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ status: 200, message: 'ok', total: data.length, data }))
    return
  }
  const messages = isEmpty || !url.includes('/alpha') ? '' : message
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(
    `<body><div class="tgme_channel_info"></div><section class="tgme_channel_history js-message_history">${messages}</section></body></html>`,
  )
}

/** Starts the service and its sites; both end with the test. Held sites answer once they are let go. */
async function start(
  env: Readonly<Record<string, string>> = {},
  { isEmpty = false, isHeld = false }: { readonly isEmpty?: boolean; readonly isHeld?: boolean } = {},
) {
  const letGo = Promise.withResolvers<void>()
  if (!isHeld) letGo.resolve()
  const asked: string[] = []
  const { port } = await started(
    createServer(async ({ headers }, response) => {
      const url = String(headers['x-upstream-url'])
      asked.push(url)
      await letGo.promise
      answer(url, response, isEmpty)
    }),
  )
  const gateway = { UPSTREAM_GATEWAY: `http://127.0.0.1:${port}` }
  const { app } = await startWholeTrawl({
    env: { CHANNELS: 'alpha,beta', ENABLED_PLUGINS: 'qupansou', ...env, ...gateway },
  })
  const post = (fields: object) =>
    app.inject({ method: 'POST', url: '/api/search', payload: { kw: '纸鹤', ...fields } })
  const search = async (fields: object) => searchResponse.parse((await post(fields)).json())
  return { app, asked, letGo: letGo.resolve, post, search }
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
    const { post } = await start()
    const answer = await post({ res })
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.json()).toEqual({
      code: 0,
      message: 'success',
      data,
      meta: { complete: true, sources: { asked: 3, answered: 3, failed: 0, pending: 0 } },
    })
  })

  test('nothing found is an empty map or list, and no warning', async () => {
    const { search } = await start({}, { isEmpty: true })
    expect(await search({ res: 'all' })).toMatchObject({ data: { total: 0, results: [], merged_by_type: {} } })
    expect((await search({})).warnings).toBeUndefined()
  })

  test('conc bounds how many requests are in flight, as DEFAULT_CONC does without it', async () => {
    for (const [env, fields, most] of [
      [{}, { conc: 1 }, 1],
      [{ DEFAULT_CONC: '2' }, {}, 2],
      [{ DEFAULT_CONC: '1' }, { conc: 3 }, 3],
    ] as const) {
      const { search, asked, letGo } = await start(env, { isHeld: true })
      const answer = search(fields)
      await vi.waitFor(() => expect(asked).toHaveLength(most))
      letGo()
      expect((await answer).meta.complete).toBe(true)
      expect(asked).toHaveLength(3)
    }
  })
})

describe('/api/health', () => {
  test('is an object without an envelope that lists channels and plugins', async () => {
    const { app } = await start()
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
    const { app } = await start({ ENABLED_PLUGINS: 'none' })
    const health = healthResponse.parse((await app.inject('/api/health')).json())
    expect(health).toMatchObject({ plugins_enabled: false, plugin_count: 0, plugins: [], channels: ['alpha', 'beta'] })
  })
})
