// Allowed image hosts: whole labels, the hosts in source fixtures, and the operator's changes.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type ImageHosts, parseImageHosts } from './allowed-hosts.ts'

function read(text = ''): ImageHosts {
  const hosts = parseImageHosts(text)
  if (!hosts) throw new Error('pictures are on')
  return hosts
}

/** Image URLs anywhere in a value. */
function picturesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const isPicture = name === 'icon' || name === 'images'
    return isPicture ? [inner].flat().filter((one) => typeof one === 'string') : picturesIn(inner)
  })
}

/** All image URLs in the expected results of a service's sources. */
function picturesOf(service: string): string[] {
  const folder = join(import.meta.dirname, '../../fixtures', service)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /expected\.json$/.test(file),
  )
  return files.flatMap((file) => picturesIn(JSON.parse(readFileSync(join(folder, file), 'utf8'))))
}

describe('the hosts pictures are fetched from', () => {
  it('are those at which our sources show pictures', () => {
    // Made-up hosts, and image proxies: a public one, and that of dev.to, which is not known to have pictures of that site only.
    const others = new Set(['img.example.org', 'space.example.org', 'wsrv.nl', 'media2.dev.to'])
    const shown = [...picturesOf('search'), ...picturesOf('hotlist')].map((address) => new URL(address).host)
    expect(new Set(shown).size).toBeGreaterThan(30)
    const refused = shown.filter((host) => !read().isAllowed(host))
    expect(new Set(refused)).toEqual(others)
  })

  it.each([
    ['telesco.pe', true],
    ['cdn4.telesco.pe', true],
    ['a.b.telesco.pe', true],
    ['evil-telesco.pe', false],
    ['telesco.pe.evil.test', false],
    ['telesco.pe.', false],
    ['pe', false],
    ['cdn.bcebos.com', false],
    ['anybody.cdn.bcebos.com', false],
    ['fyb-2.cdn.bcebos.com', true],
    ['archive.org', true],
    ['ia801.us.archive.org', true],
    ['web.archive.org', false],
    ['127.0.0.1', false],
    ['[::1]', false],
    ['', false],
  ])('are matched by whole names: %s %s', (host, isAllowed) => {
    expect(read().isAllowed(host)).toBe(isAllowed)
  })

  it('are asked by https where they are known to answer by it', () => {
    const hosts = read('+img.example.org')
    const asked = ['i0.hdslb.com', 'image.nmc.cn', 'img.example.org', 'unknown.test'].map(hosts.speaksHttps)
    expect(asked).toEqual([true, false, false, false])
  })

  it('are added and taken away by an operator', () => {
    const hosts = read(' +IMG.example.org, -hdslb.com ')
    expect(['a.img.example.org', 'example.org', 'i0.hdslb.com', 'pic1.zhimg.com'].map(hosts.isAllowed)).toEqual([
      ...[true, false, false, true],
    ])
    expect(parseImageHosts('none')).toBeUndefined()
  })

  it.each([
    ['img.example.org', 'must be none, or +host'],
    ['+img.example.org,none', 'must be none, or +host'],
    ['+https://img.example.org', 'must be none, or +host'],
    ['+com', 'must be none, or +host'],
    ['+192.168.1.5', 'must be none, or +host'],
    ['+*.example.org', 'must be none, or +host'],
    ['+', 'must be none, or +host'],
    ['-img.example.org', 'img.example.org is not in the list'],
    ['-i0.hdslb.com', 'i0.hdslb.com is not in the list'],
  ])('are not changed by %s, which is reported in a sentence', (text, sentence) => {
    expect(() => parseImageHosts(text)).toThrow(sentence)
  })
})
