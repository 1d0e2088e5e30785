// The hosts of 123 that are asked: the host of the share, then fallback hosts of the cloud.
import { expect, test } from 'vitest'
import { answeringIo } from '../../../../test/kit/site-io.ts'
import { failureOf } from '../../../../test/kit/wire.ts'
import { clouds } from '../../clouds/table.ts'
import { loadCheck } from '../check.ts'

const check = await loadCheck('123', {})
const hosts = clouds.filter(({ type }) => type === '123').flatMap((cloud) => cloud.hosts)
const there = { code: 0, message: 'ok', data: { InfoList: [{}] } }

function ask(url: string, reply: unknown = there) {
  const { io, asked } = answeringIo(() => reply)
  return { verdict: check.ask({ code: 'Kd3hVv-Xq9Zd', password: '', url }, io), asked }
}

const userHosts = ['share.123pan.cn', 'share.123pan.com', 'mshare.123pan.com', 'share.123865.com'].map(
  (host) => `1815270123.${host}`,
)

test.each([...hosts, ...hosts.map((host) => `www.${host}`), ...userHosts])(
  'a share at %s is asked for there',
  async (host) => {
    const { verdict, asked } = ask(`https://${host}/s/Kd3hVv-Xq9Zd`)
    expect(await verdict).toMatchObject({ state: 'ok' })
    expect(asked.map(({ url }) => url.host)).toEqual([host])
  },
)

test.each([
  ['https://www.123957.com', ['www.123957.com', '123957.com', 'yun.123pan.com', '123pan.com', 'www.123pan.cn']],
  ['https://www.123pan.com', ['www.123pan.com', 'yun.123pan.com', '123pan.com', 'www.123pan.cn', 'api.123pan.cn']],
  ['https://yun.123pan.com', ['yun.123pan.com', '123pan.com', 'www.123pan.cn', 'api.123pan.cn', 'www.123684.com']],
  ['https://1815270123.mshare.123pan.com', ['1815270123.mshare.123pan.com', 'yun.123pan.com', '123pan.com']],
])('for a share at %s other hosts of the cloud are asked where only pages come', async (origin, expected) => {
  const page = '<!doctype html><title>404</title>'
  const { verdict, asked } = ask(`${origin}/s/Kd3hVv-Xq9Zd`, page)
  expect(await failureOf(verdict)).toMatchObject({ kind: 'unavailable' })
  expect(asked.map(({ url }) => url.host).slice(0, expected.length)).toEqual(expected)
})

test.each([
  [{ code: 5103, message: '分享不存在' }, 'bad'],
  [{ code: 5103, message: '请输入提取码' }, 'locked'],
  [{ code: 20101, message: '分享不存在' }, 'bad'],
  [{ code: 20101, message: '提取码错误' }, 'locked'],
  [{ code: 20101, message: '' }, 'uncertain'],
  [{ code: 98765, message: '' }, 'uncertain'],
])('what the host of the share says in JSON (%o) is not asked of another', async (reply, state) => {
  const { verdict, asked } = ask('https://www.123912.com/s/Kd3hVv-Xq9Zd', reply)
  expect(await verdict).toMatchObject({ state })
  expect(asked).toHaveLength(1)
})

test.each([
  'https://123pan.com.example.org/s/Kd3hVv-Xq9Zd',
  'https://123pan.com@example.org/s/Kd3hVv-Xq9Zd',
  'https://123pan.com:8443/s/Kd3hVv-Xq9Zd',
  'https://x.share.123pan.cn/123pan/Kd3hVv-Xq9Zd',
  'https://api.123pan.cn/s/Kd3hVv-Xq9Zd',
  'https://123456.com/s/Kd3hVv-Xq9Zd',
  'https://1815270123.share.123456.com/123pan/Kd3hVv-Xq9Zd',
])('nobody is asked about %s', async (url) => {
  const { verdict, asked } = ask(url)
  expect(await verdict).toMatchObject({ state: 'uncertain' })
  expect(asked).toEqual([])
})

test.each([[{ code: 429, message: '' }], [{ code: 5999, message: '请求过于频繁，请稍后再试' }]])(
  'being asked too often is a block, in code and in words',
  async (reply) => {
    const { verdict, asked } = ask('https://www.123pan.com/s/Kd3hVv-Xq9Zd', reply)
    expect(await failureOf(verdict)).toMatchObject({ kind: 'blocked' })
    expect(asked).toHaveLength(1)
  },
)
