// Selection of the proxy for a URL, setting by setting.
import { describe, expect, it } from 'vitest'
import { createProxyChoice, type ProxySettings } from './proxy-rules.ts'

function chosen(settings: ProxySettings, url: string) {
  return createProxyChoice(settings)(new URL(url))
}

describe('UPSTREAM_PROXY', () => {
  it.each([
    ['http://p:1', 'https://t.me/', 'http://p:1/'],
    ['https://p:1', 'https://t.me/', 'https://p:1/'],
    ['socks5://me:x@p:1', 'https://t.me/', 'socks5://me:x@p:1'],
    ['socks5h://p:1', 'https://t.me/', 'socks5://p:1'],
    ['SOCKS5H://p:1', 'https://t.me/', 'socks5://p:1'],
    ['t.me=http://p:1', 'https://t.me/', 'http://p:1/'],
    ['t.me=http://p:1', 'https://t.me./', 'http://p:1/'],
    ['t.me=http://p:1', 'https://a.t.me/', undefined],
    ['T.ME = http://p:1'.replaceAll(' ', ''), 'https://t.me/', 'http://p:1/'],
    ['*.t.me=http://p:1', 'https://a.t.me/', 'http://p:1/'],
    ['.t.me=http://p:1', 'https://t.me/', 'http://p:1/'],
    ['*.t.me=http://p:1', 'https://fort.me/', undefined],
    ['*=http://p:1', 'https://any.site/', 'http://p:1/'],
    ['t.me=direct,http://p:1', 'https://t.me/', undefined],
    ['t.me=direct,http://p:1', 'https://other.site/', 'http://p:1/'],
    ['t.me=http://p:1 , a.b=socks5://q:2\n http://r:3', 'https://a.b/', 'socks5://q:2'],
    ['t.me=http://first:1,t.me=http://second:2', 'https://t.me/', 'http://first:1/'],
    ['direct', 'https://t.me/', undefined],
    ['', 'https://t.me/', undefined],
  ])('%s chooses for %s: %s', (upstreamProxy, url, proxy) => {
    expect(chosen({ upstreamProxy }, url)).toBe(proxy)
  })

  it('goes before the usual variables and before NO_PROXY', () => {
    const settings = { upstreamProxy: 't.me=http://own:1', httpsProxy: 'http://usual:1', noProxy: 't.me' }
    expect(chosen(settings, 'https://t.me/')).toBe('http://own:1/')
    expect(chosen({ ...settings, upstreamProxy: 't.me=direct', noProxy: '' }, 'https://t.me/')).toBeUndefined()
    expect(chosen(settings, 'https://other.site/')).toBe('http://usual:1/')
  })
})

describe('the usual variables', () => {
  it.each<[ProxySettings, string, string | undefined]>([
    [{ httpProxy: 'http://p:1' }, 'http://a.site/', 'http://p:1/'],
    [{ httpProxy: 'http://p:1' }, 'https://a.site/', undefined],
    [{ httpsProxy: 'http://p:1' }, 'https://a.site/', 'http://p:1/'],
    [{ allProxy: 'socks5://p:1' }, 'http://a.site/', 'socks5://p:1'],
    [{ allProxy: 'socks5://p:1' }, 'https://a.site/', 'socks5://p:1'],
    [{ allProxy: 'socks5://p:1', httpsProxy: 'http://q:2' }, 'https://a.site/', 'http://q:2/'],
    [{ allProxy: 'http://p:1', httpProxy: '' }, 'http://a.site/', 'http://p:1/'],
    [{ httpProxy: 'p:3128' }, 'http://a.site/', 'http://p:3128/'],
    [{ httpProxy: ' ' }, 'http://a.site/', undefined],
  ])('%j choose for %s: %s', (settings, url, proxy) => {
    expect(chosen(settings, url)).toBe(proxy)
  })
})

describe('NO_PROXY', () => {
  it.each([
    ['a.site', 'https://a.site/', true],
    ['a.site', 'https://b.a.site/', true],
    ['a.site', 'https://ba.site/', false],
    ['.a.site', 'https://b.a.site/', true],
    ['*.a.site', 'https://b.a.site/', true],
    ['A.Site', 'https://a.site/', true],
    ['*', 'https://a.site/', true],
    ['x.y, a.site', 'https://a.site/', true],
    ['x.y a.site', 'https://a.site/', true],
    ['a.site:443', 'https://a.site/', true],
    ['a.site:8443', 'https://a.site/', false],
    ['a.site:8443', 'https://a.site:8443/', true],
    ['1.1.1.1', 'https://1.1.1.1/', true],
    ['', 'https://a.site/', false],
  ])('%s exempts %s: %s', (noProxy, url, exempt) => {
    expect(chosen({ httpsProxy: 'http://p:1', noProxy }, url) === undefined).toBe(exempt)
  })
})

describe('a setting that is no proxy stops the start with a sentence naming it', () => {
  it.each<[ProxySettings, string]>([
    [{ upstreamProxy: 'ftp://p:1' }, 'UPSTREAM_PROXY'],
    [{ upstreamProxy: 't.me=p:1' }, 'UPSTREAM_PROXY'],
    [{ upstreamProxy: 't.me=' }, 'UPSTREAM_PROXY'],
    [{ upstreamProxy: 'http://me:50%@p:1' }, 'UPSTREAM_PROXY'],
    [{ upstreamProxy: 'http://' }, 'UPSTREAM_PROXY'],
    [{ httpProxy: 'http://p:99999999' }, 'HTTP_PROXY'],
    [{ httpsProxy: 'gopher://p' }, 'HTTPS_PROXY'],
    [{ allProxy: 'socks4://p:1' }, 'ALL_PROXY'],
    [{ httpsProxy: '"http://p:1"' }, 'HTTPS_PROXY'],
    [{ httpsProxy: '"http://p:1' }, 'HTTPS_PROXY'],
    [{ httpsProxy: '“p:1”' }, 'HTTPS_PROXY'],
    [{ httpsProxy: 'http：//p:1' }, 'HTTPS_PROXY'],
    [{ allProxy: "'socks5://p:1'" }, 'ALL_PROXY'],
    [{ allProxy: 'socks5://"p:1' }, 'ALL_PROXY'],
    [{ httpProxy: 'http://http://p:1' }, 'HTTP_PROXY'],
    [{ upstreamProxy: 't.me="http://p:1"' }, 'UPSTREAM_PROXY'],
  ])('%j', (settings, name) => {
    const sentence = `${name}: a proxy must look like http://host:port, https://host:port or socks5://host:port`
    expect(() => createProxyChoice(settings)).toThrow(sentence)
  })
})
