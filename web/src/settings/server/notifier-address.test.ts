// Pasted addresses of notifiers.
import { describe, expect, it } from 'vitest'
import { describeNotifier, recogniseNotifier } from './notifier-address.ts'

const token = '123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw8'

describe('a pasted address', () => {
  it.each([
    ['https://api.day.app/k9Xy', { bark: 'https://api.day.app', key: 'k9Xy' }],
    ['https://api.day.app/k9Xy/title/body?sound=x', { bark: 'https://api.day.app', key: 'k9Xy' }],
    ['https://bark.example.org/k9Xy/', { bark: 'https://bark.example.org', key: 'k9Xy' }],
    [' https://ntfy.sh/my-topic ', { ntfy: 'https://ntfy.sh/my-topic' }],
    ['https://ntfy.example.org/my-topic?auth=x', { ntfy: 'https://ntfy.example.org/my-topic' }],
    [
      'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=a-b',
      { wecom: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=a-b' },
    ],
    [
      'https://oapi.dingtalk.com/robot/send?access_token=a',
      { dingtalk: 'https://oapi.dingtalk.com/robot/send?access_token=a' },
    ],
    ['https://open.feishu.cn/open-apis/bot/v2/hook/a', { feishu: 'https://open.feishu.cn/open-apis/bot/v2/hook/a' }],
    [
      'https://open.larksuite.com/open-apis/bot/v2/hook/a',
      { feishu: 'https://open.larksuite.com/open-apis/bot/v2/hook/a' },
    ],
    [`https://api.telegram.org/bot${token}/sendMessage?chat_id=-100`, { telegram: '-100', token }],
    [`https://api.telegram.org/bot${token}/getUpdates`, { telegram: '', token }],
    [token, { telegram: '', token }],
    ['https://example.org/hook?a=b', { webhook: 'https://example.org/hook?a=b' }],
    ['http://192.168.1.5:8080/hook', { webhook: 'http://192.168.1.5:8080/hook', private: 'true' }],
    ['http://ntfy.lan/topic', { ntfy: 'http://ntfy.lan/topic', private: 'true' }],
    ['http://nas/hook', { webhook: 'http://nas/hook', private: 'true' }],
  ])('%s is recognised', (text, fields) => {
    expect(recogniseNotifier(text)?.fields).toEqual(fields)
  })

  it.each([
    '',
    'ntfy',
    '@name',
    'ftp://example.org/x',
    'https://api.day.app',
    'https://ntfy.sh/',
    'https://api.telegram.org/',
  ])('%j is none', (text) => {
    expect(recogniseNotifier(text)).toBeUndefined()
  })

  it('of an unknown host is of the kind that the user chooses, and of a known one of its own', () => {
    expect(recogniseNotifier('https://push.example.org/k9Xy', 'bark')).toEqual({
      kind: 'bark',
      fields: { bark: 'https://push.example.org', key: 'k9Xy' },
      isCertain: false,
    })
    expect(recogniseNotifier('https://ntfy.sh/topic', 'bark')).toMatchObject({ kind: 'ntfy', isCertain: true })
  })
})

it('stored keys are named by their kind and host, without what is secret', () => {
  expect(describeNotifier({ bark: 'https://api.day.app', key: 'k' })).toEqual({ kind: 'bark', host: 'api.day.app' })
  expect(describeNotifier({ telegram: '1', token })).toEqual({ kind: 'telegram', host: 'api.telegram.org' })
  expect(describeNotifier({ email: 'a@example.org' })).toBeUndefined()
})
