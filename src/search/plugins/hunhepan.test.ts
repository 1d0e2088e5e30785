// Hunhepan, in addition to its fixture: failing hosts, configured hosts, further pages.
import { describe, expect, it } from 'vitest'
import { makeAsking } from '../../../test/kit/plugin-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import hunhepan from './hunhepan.ts'

function replyOf(...names: string[]) {
  const list = names.map((name) => ({
    disk_id: name,
    disk_name: `纸鹤${name}`,
    disk_type: 'QUARK',
    link: `https://pan.quark.cn/s/${name}`,
  }))
  return { code: 200, msg: '请求成功', data: { total: list.length, per_size: 30, list } }
}

describe('of four hosts', () => {
  it('those that answer are enough, and the others are said to be lacking', async () => {
    const { ask } = makeAsking(hunhepan, ({ host }) => {
      if (host === 'hunhepan.com') return { code: 500, msg: '系统繁忙', data: null }
      if (host === 'kuake8.com') return 403
      return replyOf(host)
    })
    expect(await ask()).toMatchObject({
      ids: ['qkpanso.com', 'www.misoso.cc'],
      lacking: { kind: 'unavailable', message: 'answered with code 500: 系统繁忙' },
    })
  })

  it('one with nothing is an answer when the others fail', async () => {
    const failed = { code: 500, msg: '', data: null }
    const { ask } = makeAsking(hunhepan, ({ host }) => (host === 'qkpanso.com' ? replyOf() : failed))
    expect((await ask()).posts).toEqual([])
  })

  it.each([
    ['in JSON', { code: 501, msg: 'Intercept illegal requests', data: null }],
    ['as a page', '<html><title>501</title><body>Intercept illegal requests</body></html>'],
  ])('one whose firewall intercepts the request, %s, is let alone', async (_how, refusal) => {
    const { ask } = makeAsking(hunhepan, ({ host }) => (host === 'kuake8.com' ? refusal : replyOf(host)))
    expect(await ask()).toMatchObject({
      ids: ['hunhepan.com', 'qkpanso.com', 'www.misoso.cc'],
      lacking: { kind: 'blocked' },
    })
  })

  it('none answering is a failure', async () => {
    const { ask } = makeAsking(hunhepan, () => ({ code: 429, msg: '请求频繁', data: null }))
    expect(await failureOf(ask())).toMatchObject({ kind: 'blocked' })
  })
})

describe('an operator', () => {
  it('chooses hosts by name or address, and how many pages of each are asked', async () => {
    const pageOf = (sent: unknown) => ({ page: 0, ...Object(sent) }).page
    const { ask, asked } = makeAsking(hunhepan, (_url, sent) => replyOf(`demo${pageOf(sent)}`))
    const { ids } = await ask({ hosts: 'Misoso,https://drive.example.org/v1/search/disk', pages: '2' })
    expect(ids).toEqual(['demo1', 'demo2'])
    expect(asked.map(({ url, sent }) => `${url.href} ${pageOf(sent)}`).sort()).toEqual([
      'https://drive.example.org/v1/search/disk 1',
      'https://drive.example.org/v1/search/disk 2',
      'https://www.misoso.cc/v1/search/disk 1',
      'https://www.misoso.cc/v1/search/disk 2',
    ])
  })

  it.each(['elsewhere', ',', 'misoso,ftp://example.org'])('cannot choose %j', (hosts) => {
    expect(() => hunhepan.settings.parse({ hosts })).toThrow('must be a list of hunhepan, qkpanso, kuake8, misoso or')
  })
})
