// Link checks: results, caching, and links that are never asked about.
import { describe, expect, it, vi } from 'vitest'
import { aliyun, allThere, inTime, makeChecks, slow, start, statesOf } from '../../../test/kit/checks.ts'
import { createTestBans } from '../../../test/kit/disk.ts'
import { shareAt as quark } from '../../../test/kit/searching.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Transport } from '../../upstream/net/transport.ts'
import { recognise } from '../clouds/recognise.ts'
import { type CheckVerdict, loadChecks } from './check.ts'

const hourMs = 60 * 60_000
const real = await loadChecks({}, { warn: () => undefined })

async function* inOne(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

describe('a request for checks', () => {
  it('is answered in its order, in the contract’s words', async () => {
    const answers: CheckVerdict[] = [
      { state: 'bad', summary: 'the share was cancelled' },
      { state: 'ok', summary: 'it is there' },
    ]
    const { ask } = makeChecks({
      quark: async ({ code }) => answers[Number(code) - 1] ?? { state: 'uncertain', summary: 'unknown' },
      aliyun: slow(300),
    })
    const url = `http://pan.quark.cn/s/000000000002#/list/share`
    const results = await inTime(ask([aliyun(7), quark(1), { disk_type: 'quark', url, password: 'k3m9' }]))
    const times = { cache_hit: false, checked_at: start }
    expect(results.slice(1)).toEqual([
      {
        ...{ disk_type: 'quark', url: quark(1), normalized_url: quark(1), state: 'bad', ...times },
        ...{ expires_at: start + 6 * hourMs, summary: 'the share was cancelled' },
      },
      {
        ...{ disk_type: 'quark', url, normalized_url: quark(2), state: 'ok', ...times },
        ...{ expires_at: start + 24 * hourMs, summary: 'it is there' },
      },
    ])
    expect(results[0]).toMatchObject({ disk_type: 'aliyun', state: 'ok', checked_at: start + 300 })
  })

  it('asks about one share once, however its address is spelled, and again with another access code', async () => {
    const { ask, asked } = makeChecks({ baidu: allThere })
    const share = 'https://pan.baidu.com/s/1abcdefghijklmnopqrstuv'
    const addresses = [share, `${share}?pwd=ab12`, `${share}?pwd=zzzz`].map((url) => ({ url }))
    const results = await inTime(ask([...addresses, { url: `${share}?pwd=zzzz`, password: 'ab12' }]))
    expect(asked.map(({ password }) => password)).toEqual(['', 'ab12', 'zzzz'])
    expect(results.map(({ normalized_url }) => normalized_url)).toEqual([
      share,
      `${share}?pwd=ab12`,
      `${share}?pwd=zzzz`,
      `${share}?pwd=ab12`,
    ])
  })

  it.each([
    ['magnet:?xt=urn:btih:0123456789abcdef0123456789abcdef01234567', '', 'links of the kind magnet cannot be checked'],
    ['https://www.guangyapan.com/s/1234567890123456789_abcdefghijklmnop', '', 'links of the kind guangya'],
    ['https://pan.quark.cn/about', '', 'no address of a share on a known cloud'],
    ['https://example.org/s/000000000001', 'quark', 'no address of a share on a known cloud'],
    ['javascript:alert(1)', '', 'no address of a share on a known cloud'],
    [quark(1), 'baidu', 'the address is one of quark, not of baidu'],
    [quark(1), '百度网盘', 'the address is one of quark, not of baidu'],
  ])('says of %s as %j that it is not checked, and asks nobody', async (url, disk_type, summary) => {
    const { ask, asked } = makeChecks({ quark: allThere, baidu: allThere })
    const [result] = await ask([{ url, disk_type }])
    expect(result).toMatchObject({ state: 'unsupported', url, cache_hit: false, expires_at: start + 24 * hourMs })
    expect(result?.summary).toContain(summary)
    expect(asked).toEqual([])
  })

  it('echoes the cloud as it was called, and tells it where it was not', async () => {
    const { ask } = makeChecks({ quark: allThere })
    const called = ['夸克', 'QUARK', 'others', 'whatever', ''].map((disk_type) => ({ disk_type, url: quark(1) }))
    const results = await inTime(ask([...called, { url: 'nothing' }]))
    expect(results.map(({ disk_type }) => disk_type)).toEqual(['夸克', 'QUARK', 'others', 'whatever', 'quark', ''])
    expect(statesOf(results)).toEqual([...called.map(() => 'ok'), 'unsupported'])
  })

  it.each([
    ['share', quark(1)],
    ['host', 'quark.cn'],
  ] as const)('says nothing of a share whose %s is banned, and does not ask about it: %s', async (...ban) => {
    const { ask, asked, checks } = makeChecks({ quark: allThere, aliyun: allThere }, { bans: createTestBans(ban) })
    const [banned, other] = await inTime(ask([quark(1), aliyun(2)]))
    const summary = 'blocked by the operator of this service'
    expect(banned).toMatchObject({ state: 'unsupported', normalized_url: '', summary })
    const share = recognise(quark(1))
    if (share) await checks.recheck({ share, password: '' })
    expect([other?.state, asked.length]).toEqual(['ok', 1])
  })

  it('takes room for what has to be asked, leaves it, and asks nobody when there is none', async () => {
    const taken: number[] = []
    const capacity = {
      reserve(asks: number) {
        if (asks > 2) throw new Error('no room')
        taken.push(asks)
        return () => void taken.push(-asks)
      },
    }
    const { ask, asked } = makeChecks({ quark: allThere }, { capacity })
    await inTime(ask([quark(1), quark(2), quark(2), 'nothing']))
    await inTime(ask([quark(1), quark(3)]))
    expect(taken).toEqual([2, -2, 1, -1])
    await expect(ask([quark(4), quark(5), quark(6)])).rejects.toThrow('no room')
    expect(asked).toHaveLength(3)
  })
})

describe('a verdict', () => {
  it.each([
    ['ok', 24],
    ['locked', 12],
    ['bad', 6],
    ['uncertain', 0.5],
  ] as const)('%s is believed for %d hours', async (state, hours) => {
    const { ask, asked } = makeChecks({ quark: async () => ({ state, summary: 'as it is' }) })
    await inTime(ask([quark(1)]))
    vi.setSystemTime(start + hours * hourMs - 1)
    const [known] = await ask([quark(1)])
    const expected = { state, cache_hit: true, checked_at: start, expires_at: start + hours * hourMs }
    expect(known).toMatchObject({ ...expected, summary: 'as it is' })
    vi.setSystemTime(start + hours * hourMs)
    expect(await inTime(ask([quark(1)]))).toMatchObject([{ state, cache_hit: false, checked_at: Date.now() }])
    expect(asked).toHaveLength(2)
  })

  it('that is too old never serves for a fresh one: when asking fails, it is uncertain', async () => {
    let answer = allThere
    const { ask } = makeChecks({ quark: () => answer() })
    await inTime(ask([quark(1)]))
    vi.setSystemTime(start + 24 * hourMs)
    answer = () => Promise.reject(new UpstreamError('timeout', 'no answer within 8 s'))
    expect(await inTime(ask([quark(1)]))).toMatchObject([
      { state: 'uncertain', summary: 'the cloud did not answer in time' },
    ])
  })

  it('is noted in the health book by the key of its share, but not when it is no verdict', async () => {
    const states = ['ok', 'bad', 'locked', 'uncertain'] as const
    const { ask, knownHealth } = makeChecks({
      quark: async ({ code }) => ({ state: states[Number(code)] ?? 'ok', summary: 'as it is' }),
      aliyun: () => Promise.reject(new UpstreamError('blocked', 'answered 403')),
    })
    await inTime(ask([0, 1, 2, 3].map(quark).concat(aliyun(1))))
    const keys = ['quark:000000000000', 'quark:000000000001', 'quark:000000000002', 'quark:000000000003']
    const noted = [...keys, 'aliyun:aaaaaaaaaa1'].map(knownHealth.stateOf)
    expect(noted).toEqual(['ok', 'bad', 'locked', undefined, undefined])
  })

  it('is not noted where an access code that somebody made up opens nothing, and is told to him only', async () => {
    const wrong: CheckVerdict = { state: 'locked', summary: 'the access code is wrong' }
    const there: CheckVerdict = { state: 'ok', summary: 'it is there' }
    const { ask, knownHealth } = makeChecks({ baidu: async ({ password }) => (password === 'zzzz' ? wrong : there) })
    const share = 'https://pan.baidu.com/s/1abcdefghijklmnopqrstuv'
    const [made] = await inTime(ask([`${share}?pwd=zzzz`]))
    expect([made?.state, knownHealth.stateOf('baidu:1abcdefghijklmnopqrstuv')]).toEqual(['locked', undefined])
    const [again, right] = await inTime(ask([{ url: share, password: 'zzzz' }, `${share}?pwd=k3m9`]))
    expect([again?.state, right?.state]).toEqual(['locked', 'ok'])
    expect(knownHealth.stateOf('baidu:1abcdefghijklmnopqrstuv')).toBe('ok')
  })

  it('of one host of 123 is not served for another, and buries nothing unless it is of the main one', async () => {
    const hosts: string[] = []
    const send: Transport['send'] = async ({ url }) => {
      hosts.push(url.host)
      const there = { code: 0, message: 'ok', data: { InfoList: [{}] } }
      const isThere = url.host === 'www.123pan.com' && url.searchParams.get('shareKey') === 'abcd-efgh'
      const body = JSON.stringify(isThere ? there : { code: 5103, message: '分享不存在' })
      return { status: 200, headers: {}, body: inOne(body), discard: () => undefined }
    }
    const { ask, knownHealth } = makeChecks({}, { checks: real, send })
    const at = (host: string, code: string) => `https://${host}/s/${code}`
    const elsewhere = at('www.123912.com', 'abcd-efgh')
    expect(statesOf(await inTime(ask([elsewhere, at('www.123pan.com', 'abcd-efgh')])))).toEqual(['bad', 'ok'])
    expect(hosts).toEqual(['www.123912.com', 'www.123pan.com'])
    expect(knownHealth.stateOf('123:abcd-efgh')).toBe('ok')
    await inTime(ask([at('www.123912.com', 'gone-gone'), at('www.123pan.com', 'Gone-Gone')]))
    expect([knownHealth.stateOf('123:gone-gone'), knownHealth.stateOf('123:Gone-Gone')]).toEqual([undefined, 'bad'])
  })

  it('is counted by cloud and state when the cloud was asked', async () => {
    const { ask, metrics } = makeChecks({ quark: allThere })
    await inTime(ask([quark(1), quark(2)]))
    await inTime(ask([quark(1)]))
    expect(await metrics.text()).toContain('trawl_link_checks_total{cloud="quark",state="ok"} 2')
  })
})

describe('a failure', () => {
  it.each([
    [new UpstreamError('network', 'connection refused'), 'the cloud could not be reached'],
    [new UpstreamError('mismatch', 'no JSON: code 0ffa'), 'the cloud answered something that cannot be read'],
  ])('%s is uncertain for half an hour, in words of ours', async (error, summary) => {
    const { ask, asked } = makeChecks({ quark: () => Promise.reject(error) })
    const expected = { state: 'uncertain', summary, checked_at: start, expires_at: start + hourMs / 2 }
    expect(await inTime(ask([quark(1)]))).toMatchObject([{ ...expected, cache_hit: false }])
    vi.setSystemTime(start + hourMs / 2 - 1)
    expect(await ask([quark(1)])).toMatchObject([{ ...expected, cache_hit: true }])
    vi.setSystemTime(start + hourMs / 2)
    await inTime(ask([quark(1)]))
    expect(asked).toHaveLength(2)
  })
})
