// Results without what is banned: which links go with what, and what is left of a post.
import { describe, expect, it } from 'vitest'
import { makeBans } from '../../test/kit/bans.ts'
import { result } from '../../test/kit/posts.ts'
import type { BanKind } from '../contract/bans.ts'
import { withoutBanned } from './banned.ts'

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
  return withoutBanned([one], makeBans(...bans)).map(({ title, text, tags, images, links }) => ({
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
    const bans = makeBans(['channel', 'demo'], ['share', baidu], ['host', 'a.quark.cn'], ['word', '三体'])
    expect(withoutBanned([single], bans)[0]).toBe(single)
  })

  it('loses a picture at a banned host, and nothing else', () => {
    const [before] = kept(single)
    expect(kept(single, ['host', 'pictures.test'])).toEqual([{ ...before, images: [] }])
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
})

describe('a list of works', () => {
  it('keeps the works whose titles are clean, without a text that names the other', () => {
    const [left] = withoutBanned([works], makeBans(['word', '流浪']))
    expect(left).toMatchObject({ title: { text: works.title.text }, text: '', tags: [], besides: '' })
    expect(left?.links.map(({ work }) => work?.text)).toEqual(['三体'])
  })

  it('is called like its first clean work when its own title is banned', () => {
    const named = { ...works, title: { text: '三体合集', folded: '三体合集' } }
    expect(kept(named, ['word', '三体'])).toMatchObject([{ title: '流浪地球', text: '', links: ['baidu'] }])
  })

  it('goes when none of its works is clean', () => {
    expect(kept(works, ['word', '三体'], ['word', '流浪'])).toEqual([])
  })
})

it('nothing is looked at where nothing is banned', () => {
  const results = [single, works]
  expect(withoutBanned(results, makeBans())).toBe(results)
})
