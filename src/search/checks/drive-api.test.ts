// The API of Xunlei and PikPak without tokens, with some tokens, and with a rejected token.
import { expect, test } from 'vitest'
import { answeringIo } from '../../../test/kit/plugin-io.ts'
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
  expect(tokensMissing('xunlei', some)).toMatchObject({ state: 'uncertain' })
})

test('with all three set the cloud is asked with them', async () => {
  expect(tokensMissing('xunlei', tokens)).toBeUndefined()
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
