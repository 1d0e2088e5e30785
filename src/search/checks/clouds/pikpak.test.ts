// PikPak is asked only with the id of a client that the operator has set.
import { expect, test } from 'vitest'
import { answeringIo } from '../../../../test/kit/site-io.ts'
import { loadCheck } from '../check.ts'

const share = {
  code: 'VOaBcDeFgHiJkLmNoPqRsTuAA1',
  password: '',
  url: 'https://mypikpak.com/s/VOaBcDeFgHiJkLmNoPqRsTuAA1',
}

function ask(env: Readonly<Record<string, string>>) {
  const { io, asked } = answeringIo(() => ({ share_status: 'OK' }))
  return { verdict: loadCheck('pikpak', env).then((check) => check.ask(share, io)), asked }
}

test.each([[{}], [{ PIKPAK_CAPTCHA_TOKEN: 'ck0.token', PIKPAK_DEVICE_ID: 'device' }]])(
  'without the id nobody is asked, whatever else is set: %o',
  async (env) => {
    const { verdict, asked } = ask(env)
    expect(await verdict).toMatchObject({ state: 'uncertain', summary: 'needs the setting PIKPAK_CLIENT_ID' })
    expect(asked).toEqual([])
  },
)

test('with the id alone the cloud is asked with it, and with no other', async () => {
  const { verdict, asked } = ask({ PIKPAK_CLIENT_ID: 'client' })
  expect(await verdict).toMatchObject({ state: 'ok' })
  expect(asked).toMatchObject([{ headers: { 'x-client-id': 'client' } }])
  expect(asked[0]?.headers).not.toHaveProperty('x-device-id')
  expect(asked[0]?.headers).not.toHaveProperty('x-captcha-token')
})
