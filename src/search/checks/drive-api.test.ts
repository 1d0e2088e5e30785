// Xunlei and PikPak: with which settings they are asked, with a rejected token, and the states of shares.
import { expect, test } from 'vitest'
import { answeringIo } from '../../../test/kit/site-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import { loadCheck } from './check.ts'

const code = 'VOaBcDeFgHiJkLmNoPqRsTuAA1'
const all = { CAPTCHA_TOKEN: 'ck0.token', CLIENT_ID: 'client', DEVICE_ID: 'device' }

/** Asks about a share with these settings of its cloud. */
async function ask(cloud: 'xunlei' | 'pikpak', settings: object, reply: unknown = { share_status: 'OK' }) {
  const named = Object.entries(settings).map(([name, value]) => [`${cloud.toUpperCase()}_${name}`, value])
  const check = await loadCheck(cloud, Object.fromEntries(named))
  const { io, asked } = answeringIo(() => reply)
  const share = { code, password: '', url: `https://${cloud}.test/s/${code}` }
  return { verdict: check.ask(share, io), sent: () => asked.map(({ headers }) => headers) }
}

const { CAPTCHA_TOKEN, CLIENT_ID, DEVICE_ID } = all
test.each([
  ['xunlei', {}],
  ['xunlei', { CAPTCHA_TOKEN }],
  ['xunlei', { CAPTCHA_TOKEN, CLIENT_ID }],
  ['xunlei', { CLIENT_ID, DEVICE_ID }],
  ['pikpak', {}],
  ['pikpak', { CAPTCHA_TOKEN, DEVICE_ID }],
] as const)('%s is not asked with only %o set', async (cloud, settings) => {
  const { verdict, sent } = await ask(cloud, settings)
  expect(await verdict).toMatchObject({ state: 'uncertain', summary: expect.stringMatching(/^needs the setting/) })
  expect(sent()).toEqual([])
})

test.each([
  ['xunlei', all, { 'x-captcha-token': 'ck0.token', 'x-client-id': 'client', 'x-device-id': 'device' }],
  ['pikpak', { CLIENT_ID }, { 'x-captcha-token': undefined, 'x-client-id': 'client', 'x-device-id': undefined }],
] as const)('%s is asked with what is set, and with nothing else: %o', async (cloud, settings, headers) => {
  const { verdict, sent } = await ask(cloud, settings)
  expect(await verdict).toMatchObject({ state: 'ok' })
  const [{ 'x-captcha-token': token, 'x-client-id': client, 'x-device-id': device } = {}] = sent()
  expect({ 'x-captcha-token': token, 'x-client-id': client, 'x-device-id': device }).toEqual(headers)
})

test.each([
  { error: 'captcha_invalid', error_code: 9 },
  { error_code: '9', error_description: 'Captcha invalid' },
])('a token that is not taken is a block: %o', async (reply) => {
  expect(await failureOf((await ask('xunlei', all, reply)).verdict)).toMatchObject({ kind: 'blocked' })
})

const restored = 'You do not need to restore your own'
test.each([
  ['a captcha’s number', { error: 'file_restore_own', error_code: 9, error_description: restored }, 'uncertain'],
  ...['CANCEL', 'CANCELLED', 'BANNED'].map((word) => [word, { share_status: word }, 'bad'] as const),
  ['PASS_CODE_EMPTY', { share_status: 'PASS_CODE_EMPTY', share_status_text: 'Incorrect password' }, 'locked'],
  ['words on its end', { share_status: 'SOME_WORD', share_status_text: '分享已被取消' }, 'bad'],
  ['words on its code', { share_status: 'SOME_WORD', share_status_text: '请输入提取码' }, 'locked'],
  ['another word', { share_status: 'SOME_WORD' }, 'uncertain'],
] as const)('a reply with %s says of the share: %o is %s', async (_what, reply, state) => {
  expect(await (await ask('xunlei', all, reply)).verdict).toMatchObject({ state })
})
