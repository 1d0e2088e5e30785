// Tests of 酷安 that its fixture cannot show: the time in its token, and posts without a title or an address.
import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/site-io.ts'
import coolapk from './coolapk.ts'

const post = { id: '7', message: '折叠屏 &amp; 铰链<br>第二行', url: '/feed/7' }

function answer() {
  return { data: [post] }
}

test('its token has the time in whole seconds, and another device at another time', async () => {
  const { ask, asked, clock } = makeAskingList(coolapk, 'coolapk', answer, 1_783_310_400_999)
  await ask()
  clock.advance(1_000)
  await ask()
  const tokens = asked.map(({ headers }) => headers['x-app-token'] ?? '')
  expect(tokens.map((token) => token.slice(68))).toEqual(['0x6a4b2840', '0x6a4b2841'])
  expect(new Set(tokens.map((token) => token.slice(32, 68))).size).toBe(2)
})

/** The token by the algorithm of the site's sheet. */
function tokenOf(device: string, seconds: number): string {
  const secret = `token://com.coolapk.market/c67ef5943784d09750dcfbb31020f0ab?${hash('md5', `${seconds}`)}$${device}&com.coolapk.market`
  return `${hash('md5', Buffer.from(secret).toString('base64'))}${device}0x${seconds.toString(16)}`
}

test('its token is that of its device and time', async () => {
  const [device, seconds] = ['0a1b2c3d-4e5f-6a7b-8c9d-0e1f2a3b4c5d', 1_783_310_400]
  // The vector of the sheet.
  expect(tokenOf(device, seconds)).toBe(`59e91f860c2583030cda1009797c9998${device}0x6a4b2840`)
  const { ask, asked } = makeAskingList(coolapk, 'coolapk', answer, seconds * 1_000)
  await ask()
  const token = asked[0]?.headers['x-app-token'] ?? ''
  expect(token).toBe(tokenOf(token.slice(32, 68), seconds))
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
