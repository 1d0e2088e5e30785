// Answers of 115 that open the breaker; the fixture only covers the verdict.
import { expect, test } from 'vitest'
import { answeringIo } from '../../../../test/kit/plugin-io.ts'
import { failureOf } from '../../../../test/kit/wire.ts'
import { parseCheck } from '../check.ts'
import exported from './115.ts'

const check = parseCheck('115', exported)

const share = { code: 'sw6k3p9x2ab', password: 'k3m9', url: 'https://115cdn.com/s/sw6k3p9x2ab' }

test.each([
  ['its firewall, which answers 405', 405],
  ['a wish for a login', { state: false, errno: 990001, error: '登录超时，请重新登录。' }],
  ['a wish to see a person', { state: false, errno: '911', error: '请验证账号' }],
])('%s is a block', async (_what, reply) => {
  const { io } = answeringIo(() => reply)
  expect(await failureOf(check.ask(share, io))).toMatchObject({ kind: 'blocked' })
})
