// Tests of the warning about an unlisted proxy.
import { expect, test, vi } from 'vitest'
import { createUnlistedProxyDetector } from './client-address.ts'

function hear(proxies: readonly string[], address: string, forwardedFor: unknown) {
  const warn = vi.fn()
  const proxy = createUnlistedProxyDetector(proxies, { warn })
  for (let times = 0; times < 30; times += 1) proxy.observe({ address, httpVersion: '1.1' }, forwardedFor)
  expect(warn.mock.calls.flat()).toEqual(proxy.notices())
  return proxy.notices()
}

test.each(['127.0.0.1', '::ffff:10.1.2.3', 'fd00::7'])(
  'a proxy at %s that forwards is named once, with what to set',
  (address) => {
    const [notice = '', ...more] = hear(['192.168.0.0/16'], address, '198.51.100.7')
    expect(notice).toContain(`set TRUST_PROXY=${address.replace('::ffff:', '')}`)
    expect(more).toEqual([])
  },
)

test('it is named at the tenth request', () => {
  const proxy = createUnlistedProxyDetector([], { warn: () => undefined })
  const notices = Array.from({ length: 10 }, () => {
    proxy.observe({ address: '127.0.0.1', httpVersion: '1.1' }, '198.51.100.7')
    return proxy.notices().length
  })
  expect(notices).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 1])
})

test.each([
  ['a proxy that is named', ['10.0.0.0/8'], '10.1.2.3', '198.51.100.7'],
  ['a stranger who sends the header', [], '198.51.100.1', '127.0.0.1'],
  ['who sends none', [], '127.0.0.1', undefined],
])('nothing is said of %s', (_what, proxies, address, forwardedFor) => {
  expect(hear(proxies, address, forwardedFor)).toEqual([])
})
