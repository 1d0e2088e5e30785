// Which hosts of 123 are asked: those where its shares live, each about its own, and no other.
import { expect, test } from 'vitest'
import { answeringIo } from '../../../../test/kit/plugin-io.ts'
import { failureOf } from '../../../../test/kit/wire.ts'
import { clouds } from '../../clouds/table.ts'
import { acceptCheck } from '../check.ts'
import exported from './123.ts'

const check = acceptCheck('123', exported)
const hosts = clouds.filter(({ type }) => type === '123').flatMap((cloud) => cloud.hosts)
const there = { code: 0, message: 'ok', data: { InfoList: [{}] } }

function ask(url: string, reply: unknown = there) {
  const { io, asked } = answeringIo(() => reply)
  return { verdict: check.ask({ code: 'Kd3hVv-Xq9Zd', password: '', url }, io), asked }
}

test.each([...hosts, ...hosts.map((host) => `www.${host}`), '1815270123.share.123pan.cn'])(
  'a share at %s is asked for there',
  async (host) => {
    const { verdict, asked } = ask(`https://${host}/s/Kd3hVv-Xq9Zd`)
    expect(await verdict).toMatchObject({ state: 'ok' })
    expect(asked.map(({ url }) => url.host)).toEqual([host])
  },
)

test.each([
  'https://123pan.com.example.org/s/Kd3hVv-Xq9Zd',
  'https://123pan.com@example.org/s/Kd3hVv-Xq9Zd',
  'https://123pan.com:8443/s/Kd3hVv-Xq9Zd',
  'https://x.share.123pan.cn/123pan/Kd3hVv-Xq9Zd',
  'https://123456.com/s/Kd3hVv-Xq9Zd',
])('nobody is asked about %s', async (url) => {
  const { verdict, asked } = ask(url)
  expect(await verdict).toMatchObject({ state: 'uncertain' })
  expect(asked).toEqual([])
})

test.each([[{ code: 429, message: '' }], [{ code: 5999, message: '请求过于频繁，请稍后再试' }]])(
  'being asked too often is a block, in code and in words',
  async (reply) => {
    expect(await failureOf(ask('https://www.123pan.com/s/Kd3hVv-Xq9Zd', reply).verdict)).toMatchObject({
      kind: 'blocked',
    })
  },
)
