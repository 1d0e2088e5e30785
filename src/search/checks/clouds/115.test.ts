// Answers of 115 that open the breaker; the fixture only covers the verdict.
import { expect, test } from 'vitest'
import { answeringIo } from '../../../../test/kit/site-io.ts'
import { failureOf } from '../../../../test/kit/wire.ts'
import { loadCheck } from '../check.ts'

const check = await loadCheck('115', {})

const share = { code: 'sw6k3p9x2ab', password: 'k3m9', url: 'https://115cdn.com/s/sw6k3p9x2ab' }

test.each([
  ['its firewall, which answers 405', 405],
  ['a wish for a login', { state: false, errno: 990001, error: '登录超时，请重新登录。' }],
  ['a wish to see a person', { state: false, errno: '911', error: '请验证账号' }],
])('%s is a block', async (_what, reply) => {
  const { io } = answeringIo(() => reply)
  expect(await failureOf(check.ask(share, io))).toMatchObject({ kind: 'blocked' })
})

test.each([
  [{ share_state: 7, shareinfo: { forbid_reason: '链接已过期' }, count: 1, list: [{}] }, 'bad'],
  [{ share_state: 4, shareinfo: { forbid_reason: '分享已取消' } }, 'bad'],
  [{ shareinfo: { forbid_reason: '该分享已被分享者取消' } }, 'bad'],
  [{ share_state: 1, shareinfo: { forbid_reason: '请输入访问码' } }, 'locked'],
  [{ share_state: 4, shareinfo: { forbid_reason: '访问码错误' } }, 'locked'],
  [{ shareinfo: { forbid_reason: '提取码不正确' } }, 'locked'],
])('the reason why a share is closed decides: %o', async (data, state) => {
  const { io } = answeringIo(() => ({ state: true, errno: 0, data }))
  expect(await check.ask(share, io)).toMatchObject({ state })
})

test.each([
  ['访问码错误', 'locked'],
  ['请输入访问码', 'locked'],
  ['未知错误', 'uncertain'],
  // Of an unknown code only this is believed: a wrong `locked` hides no share.
  ['分享已取消', 'uncertain'],
])('under a code that is not known the words %s make it %s', async (error, state) => {
  const { io } = answeringIo(() => ({ state: false, errno: 4109998, error }))
  expect(await check.ask(share, io)).toMatchObject({ state })
})
