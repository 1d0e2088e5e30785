// Removal of banned links, and what remains of a post.
import { describe, expect, it } from 'vitest'
import { createTestBans } from '../../../test/kit/disk.ts'
import { result } from '../../../test/kit/searching.ts'
import type { BanKind } from '../../contract/bans.ts'
import { isLinkBanned, withoutBanned } from './filter-banned.ts'

const quark = 'https://pan.quark.cn/s/0a1b2c3d4e5f'
const baidu = 'https://pan.baidu.com/s/1AbCdEfGhIjKlMnOpQrStUv'
const single = result('tg:Demo_Share', `流浪地球 4K\n简介：太空\n链接：${quark}`, {
  tags: ['科幻'],
  aside: 'hidden words',
  images: ['https://pictures.test/a.jpg'],
})
const pair = result('tg:demo', `流浪地球 4K\n夸克：${quark}\n百度：${baidu}`)
const works = result('plugin:demo', `合集\n1、三体丨${quark}\n2、流浪地球丨${baidu}`)

function kept(one: typeof single, ...bans: readonly (readonly [BanKind, string])[]) {
  return withoutBanned([one], createTestBans(...bans)).map(({ title, text, tags, images, links }) => ({
    title: title.text,
    text,
    tags,
    images,
    links: links.map(({ share }) => share.type),
  }))
}

describe('a post of one work', () => {
  it.each([
    ['channel', 'demo_share'],
    ['share', `${quark}#/list`],
    ['host', 'quark.cn'],
    ['word', '流浪地球'],
    ['word', '太空'],
    ['word', '科幻'],
    ['word', 'Hidden'],
  ] as const)('goes where %s %s is banned', (...ban) => {
    expect(kept(single, ban)).toEqual([])
  })

  it('is untouched where something else is banned', () => {
    const bans = createTestBans(['channel', 'demo'], ['share', baidu], ['host', 'a.quark.cn'], ['word', '三体'])
    expect(withoutBanned([single], bans)[0]).toBe(single)
  })

  it('loses a picture at a banned host, and nothing else', () => {
    const [before] = kept(single)
    expect(kept(single, ['host', 'pictures.test'])).toEqual([{ ...before, images: [] }])
  })

  it.each([
    ['115.com', 'https://115.com/s/swabc123def'],
    ['www.115.com', 'https://115cdn.com/s/swabc123def'],
    ['aliyundrive.com', 'https://www.aliyundrive.com/s/abcdefghijk'],
    ['caiyun.139.com', 'https://caiyun.139.com/m/i?0123456789abc'],
    ['feixin.10086.cn', 'https://caiyun.feixin.10086.cn/0123456789abc'],
    ['yun.baidu.com', 'https://yun.baidu.com/s/1aBcDeFgHiJkLmNoPqRsTuV'],
    ['fast.uc.cn', 'https://fast.uc.cn/s/0123456789abc'],
  ])('goes where the host %s is banned and it has %s, however that is shown', (host, address) => {
    const post = result('tg:demo', `流浪地球\n${address}`)
    expect(post.links).toHaveLength(1)
    expect(kept(post, ['host', host])).toEqual([])
  })

  it('stays where a host beside those of its cloud is banned', () => {
    expect(withoutBanned([single], createTestBans(['host', 'www.quark.cn'], ['host', 'pan.baidu.com']))[0]).toBe(single)
  })

  it.each([
    ['host', 'files.example'],
    ['share', 'https://files.example/a/b'],
  ] as const)('goes where %s %s is banned and its link leads on to that', (...ban) => {
    const href = 'https://link.example/?target=https%3A%2F%2Ffiles.example%2Fa%2Fb'
    const post = result('plugin:demo', '流浪地球', { anchors: [{ start: 0, end: 4, href, cloud: 'others' }] })
    expect(kept(post, ban)).toEqual([])
  })

  it('loses the link of a banned share, with the text that shows its address', () => {
    expect(pair.text).toContain(quark)
    expect(kept(pair, ['share', quark])).toEqual([
      { title: '流浪地球 4K', text: '', tags: [], images: [], links: ['baidu'] },
    ])
  })

  it('loses a text that names a banned host', () => {
    const advertising = result('tg:demo', `流浪地球\n${quark}\n更多 more.bad.example`)
    expect(kept(advertising, ['host', 'bad.example'])).toMatchObject([{ text: '', links: ['quark'] }])
  })

  it('loses a tag that names a banned host', () => {
    const tagged = { ...single, tags: ['科幻', 'bad.example'] }
    expect(kept(tagged, ['host', 'bad.example'])).toMatchObject([{ text: '', tags: ['科幻'], links: ['quark'] }])
  })
})

describe('a list of works', () => {
  it('keeps the works whose titles are clean, without a text that names the other', () => {
    const [left] = withoutBanned([works], createTestBans(['word', '流浪']))
    expect(left).toMatchObject({ title: { text: works.title.text }, text: '', tags: [], besides: '' })
    expect(left?.links.map(({ work }) => work?.text)).toEqual(['三体'])
  })

  it('is called like its first clean work when its own title is banned', () => {
    const named = { ...works, title: { text: '三体合集', folded: '三体合集' } }
    expect(kept(named, ['word', '三体'])).toMatchObject([{ title: '流浪地球', text: '', links: ['baidu'] }])
  })

  it('loses a work whose title names a banned host', () => {
    const list = result('plugin:demo', `合集\n1、三体bad.example丨${quark}\n2、流浪地球丨${baidu}`)
    expect(kept(list, ['host', 'bad.example'])).toMatchObject([{ text: '', links: ['baidu'] }])
  })

  it('goes when none of its works is clean', () => {
    expect(kept(works, ['word', '三体'], ['word', '流浪'])).toEqual([])
  })
})

describe('a link as a source shows it', () => {
  const link = {
    key: 'quark:0a1b2c3d4e5f',
    url: quark,
    source: 'tg:Demo',
    title: '流浪地球',
    heading: '合集 x.example',
  }

  it.each([
    ['share', quark],
    ['host', 'pan.quark.cn'],
    ['channel', 'demo'],
    ['word', '流浪'],
    ['word', '合集'],
    ['host', 'x.example'],
  ] as const)('is banned by %s %s', (...ban) => {
    expect(isLinkBanned(link, createTestBans(ban))).toBe(true)
  })

  it('is not banned by anything else', () => {
    const bans = createTestBans(
      ['share', baidu],
      ['host', 'example.org'],
      ['channel', 'demo2'],
      ['word', '流浪地球 合集'],
    )
    expect(isLinkBanned(link, bans)).toBe(false)
  })
})

it('nothing is looked at where nothing is banned', () => {
  const results = [single, works]
  expect(withoutBanned(results, createTestBans())).toBe(results)
})
