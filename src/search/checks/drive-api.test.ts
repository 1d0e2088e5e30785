// The API of Xunlei and PikPak without tokens, with some tokens, and with a rejected token.
import { expect, test } from 'vitest'
import { answeringIo } from '../../../test/kit/site-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import { askDrive, type CaptchaTokens, tokensMissing } from './drive-api.ts'

const share = {
  code: 'VOaBcDeFgHiJkLmNoPqRsTuAA1',
  password: '',
  url: 'https://pan.xunlei.com/s/VOaBcDeFgHiJkLmNoPqRsTuAA1',
}
const tokens = { captcha_token: 'ck0.token', client_id: 'client', device_id: 'device' }

function ask(tokens: CaptchaTokens, reply: unknown = { share_status: 'OK' }) {
  const { io, asked } = answeringIo(() => reply)
  const address = 'https://api-pan.xunlei.com/drive/v1/share'
  return { verdict: askDrive(share, { address, origin: 'https://pan.xunlei.com', tokens }, io), asked }
}

test.each([
  [{}],
  [{ captcha_token: 'ck0.token' }],
  [{ captcha_token: 'ck0.token', client_id: 'client' }],
  [{ client_id: 'client', device_id: 'device' }],
])('with only %o set nobody is to be asked', (some) => {
  expect(tokensMissing(some)).toMatchObject({ state: 'uncertain' })
})

test('with all three set the cloud is asked with them', async () => {
  expect(tokensMissing(tokens)).toBeUndefined()
  const { verdict, asked } = ask(tokens)
  expect(await verdict).toMatchObject({ state: 'ok' })
  const sent = { 'x-captcha-token': 'ck0.token', 'x-client-id': 'client', 'x-device-id': 'device' }
  expect(asked).toMatchObject([{ headers: sent }])
})

test.each([[{ error: 'captcha_invalid', error_code: 9 }], [{ error_code: '9', error_description: 'Captcha invalid' }]])(
  'a token that is not taken is a block',
  async (reply) => {
    expect(await failureOf(ask(tokens, reply).verdict)).toMatchObject({ kind: 'blocked' })
  },
)

test('another error with the same number is none', async () => {
  const reply = { error: 'file_restore_own', error_code: 9, error_description: 'You do not need to restore your own' }
  expect(await ask(tokens, reply).verdict).toMatchObject({ state: 'uncertain' })
})

test.each([
  ['CANCEL', '', 'bad'],
  ['CANCELLED', '', 'bad'],
  ['BANNED', '', 'bad'],
  ['PASS_CODE_EMPTY', 'Incorrect password, please try again', 'locked'],
  ['SOME_WORD', '分享已被取消', 'bad'],
  ['SOME_WORD', '请输入提取码', 'locked'],
  ['SOME_WORD', '', 'uncertain'],
])('the state %s (%s) of a share is %s', async (share_status, share_status_text, state) => {
  expect(await ask(tokens, { share_status, share_status_text }).verdict).toMatchObject({ state })
})
