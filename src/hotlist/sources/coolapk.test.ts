// Tests of 酷安 that its fixture cannot show: the token as the app's interface checks it, and its refusal.
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/site-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import coolapk, { coolapkToken } from './coolapk.ts'

const post = { id: '7', message: '折叠屏 &amp; 铰链<br>第二行', url: '/feed/7' }

/** Answers who brings a token that fits the device and the time in it. */
function answer({ headers }: { readonly headers: Readonly<Record<string, string>> }) {
  const token = headers['x-app-token'] ?? ''
  const [, device = '', seconds = ''] = /^[0-9a-f]{32}(.+)0x([0-9a-f]+)$/.exec(token) ?? []
  const isRight = token === coolapkToken(device, new Date(Number.parseInt(seconds, 16) * 1000))
  return isRight ? { data: [post] } : { status: -1, message: '请求不合法' }
}

test('its token fits the device and the time in it, and another device asks at another time', async () => {
  const { ask, asked, clock } = makeAskingList(coolapk, 'coolapk', answer)
  expect((await ask()).ids).toEqual(['7'])
  clock.advance(1_000)
  await ask()
  expect(new Set(asked.map(({ headers }) => headers['x-app-token']?.slice(32, 68))).size).toBe(2)
})

test('a post without a title of its own has its first line, as plain text', async () => {
  const { ask } = makeAskingList(coolapk, 'coolapk', answer)
  const { items } = await ask()
  expect(items).toEqual([{ id: '7', title: '折叠屏 & 铰链', url: 'https://www.coolapk.com/feed/7' }])
})

test('a post whose address leads nowhere is left out', async () => {
  const given = [{ ...post, id: 8, url: '  ' }, { ...post, id: 9, url: null }, post]
  const { ask } = makeAskingList(coolapk, 'coolapk', () => ({ data: given }))
  expect((await ask()).ids).toEqual(['7'])
})

test('a refused token is said in its words', async () => {
  const { ask } = makeAskingList(coolapk, 'coolapk', () => ({ status: -1, message: '请求不合法' }))
  expect(await failureOf(ask())).toMatchObject({ kind: 'mismatch', message: 'answered with code -1: 请求不合法' })
})

test('a demand to verify is a refusal', async () => {
  const { ask } = makeAskingList(coolapk, 'coolapk', () => ({ status: 1, message: '请完成安全验证后继续' }))
  expect(await failureOf(ask())).toMatchObject({ kind: 'blocked' })
})
