// Wanou, in addition to its fixture: closed hours, further pages, inconsistent lists.
import { describe, expect, it } from 'vitest'
import { makeAsking, type PluginAnswer, pluginOf } from '../../../test/kit/site-io.ts'

const wanou = await pluginOf('wanou')

const film = {
  vod_id: 90001,
  vod_name: '纸鹤与灯塔',
  vod_down_from: 'KG',
  vod_down_url: 'https://pan.quark.cn/s/0a1b2c3d4e5f',
}

function ask(answer: PluginAnswer, settings = {}) {
  return makeAsking(wanou, answer).ask(settings)
}

async function linksOf(vod_down_from: unknown, vod_down_url: unknown) {
  const { posts } = await ask(() => ({ code: 1, list: [{ ...film, vod_down_from, vod_down_url }] }))
  return posts[0]?.anchors.map(({ cloud, href }) => [cloud, href])
}

describe('pages', () => {
  const reply = (url: URL) => ({
    code: 1,
    pagecount: '2',
    list: [{ ...film, vod_id: url.searchParams.get('pg') ?? '1' }],
  })

  it('are one unless more are wanted, and never more than there are', async () => {
    expect((await ask(reply)).ids).toEqual(['1'])
    expect((await ask(reply, { pages: '3' })).ids).toEqual(['1', '2'])
  })
})

describe('links', () => {
  it('keep their places where others are empty', async () => {
    expect(await linksOf('bd$$$KG$$$UC', '$$$$$$https://example.org/u')).toEqual([['UC', 'https://example.org/u']])
  })

  it('without a code of their own are still links', async () => {
    expect(await linksOf('KG', 'https://example.org/a$$$https://example.org/b')).toEqual([
      ['KG', 'https://example.org/a'],
      ['', 'https://example.org/b'],
    ])
    expect(await linksOf(null, 'https://example.org/a')).toEqual([['', 'https://example.org/a']])
  })

  it('of several lines are told from fragments', async () => {
    expect(
      await linksOf('MB', '上$https://yun.139.com/shareweb/#/w/i/2nDemoAbCdEf1#下$https://example.org/b$c'),
    ).toEqual([
      ['MB', 'https://yun.139.com/shareweb/#/w/i/2nDemoAbCdEf1'],
      ['MB', 'https://example.org/b$c'],
    ])
    expect(await linksOf('KG', 'https://example.org/a#https://example.org/b#')).toEqual([
      ['KG', 'https://example.org/a'],
      ['KG', 'https://example.org/b#'],
    ])
  })

  it('are not without number', async () => {
    expect(await linksOf('KG', Array.from({ length: 1_000 }, () => 'https://example.org/a').join('$$$'))).toHaveLength(
      200,
    )
    expect(await linksOf('KG', '#'.repeat(1_000_000))).toHaveLength(1)
  })

  it('are needed: a film without any is none', async () => {
    expect(await linksOf('KG$$$bd', '$$$')).toBeUndefined()
    expect(await linksOf('', null)).toBeUndefined()
  })
})
