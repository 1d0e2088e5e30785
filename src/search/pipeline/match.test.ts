// Matching: which links of a post match a request.
import { describe, expect, it } from 'vitest'
import { result } from '../../../test/kit/searching.ts'
import { createMatcher, headingOf, type LinkFilter } from './match.ts'

const quark = 'https://pan.quark.cn/s/0a1b2c3d4e5f'
const baidu = 'https://pan.baidu.com/s/1aBcDeFgHiJkLmNoPqRsTuV?pwd=k3m9'

function found(wanted: Partial<LinkFilter>, ...results: ReturnType<typeof result>[]) {
  const matcher = createMatcher({ kw: '纸鹤', ext: {}, filter: undefined, clouds: undefined, ...wanted })
  return results.flatMap(matcher).map(({ link, title, relevance }) => [link.share.type, title, relevance])
}

describe('matching a post', () => {
  const crane = result('tg:a', `名称：纸鹤与灯塔 (2031) 4K\n描述：守塔人\n链接：${quark}`)

  it('finds the keyword in the title whatever its letter case and width', () => {
    const paper = result('tg:a', `Paper Crane ＶＯＬ２\n${quark}`)
    expect(found({ kw: 'paper crane vol2' }, paper)).toEqual([['quark', 'Paper Crane ＶＯＬ２', 'title']])
  })

  it('wants every word, in any order', () => {
    expect(found({ kw: '灯塔 纸鹤' }, crane)).toHaveLength(1)
    expect(found({ kw: '纸鹤 山谷' }, crane)).toEqual([])
  })

  it('says when the words are only in the text', () => {
    expect(found({ kw: '守塔人' }, crane)).toEqual([['quark', '纸鹤与灯塔 (2031) 4K', 'text']])
  })

  it('finds a hashtag and words that belong to the post without being shown', () => {
    const tagged = result('tg:a', `无题\n${quark}`, { tags: ['纸鹤'], aside: 'Lighthouse' })
    expect(found({ kw: '纸鹤' }, tagged)).toHaveLength(1)
    expect(found({ kw: 'lighthouse' }, tagged)).toHaveLength(1)
  })

  it('takes an English title of the extension parameters for another spelling of the keyword', () => {
    const english = result('plugin:x', `Paper Crane\n${quark}`)
    expect(found({ kw: '纸鹤', ext: { title_en: 'paper crane' } }, english)).toEqual([
      ['quark', 'Paper Crane', 'title'],
    ])
  })

  it('finds an English title without its accents and punctuation', () => {
    const english = result('plugin:x', `Pokémon.Concierge.2023\n${quark}`)
    expect(found({ kw: '宝可梦', ext: { title_en: 'Pokemon: Concierge' } }, english)).toHaveLength(1)
  })

  it('does not take an English title for a spelling of what a channel was asked', () => {
    const english = result('tg:a', `Paper Crane\n${quark}`)
    expect(found({ kw: '纸鹤', ext: { title_en: 'paper crane' } }, english)).toEqual([])
    const spoken = result('plugin:x', `名称：无题\n描述：Paper Crane\n${quark}`)
    expect(found({ kw: '纸鹤', ext: { title_en: 'paper crane' } }, spoken)).toEqual([['quark', '无题', 'text']])
  })

  it('finds words that are spread over title, text and tags, also in another letter case and width', () => {
    expect(found({ kw: '灯塔 守塔人' }, crane)).toEqual([['quark', '纸鹤与灯塔 (2031) 4K', 'text']])
    const wide = result('tg:a', `无题\n描述：ＰＡＰＥＲ\n${quark}`, { tags: ['Crane'] })
    expect(found({ kw: 'paper crane' }, wide)).toEqual([['quark', '无题', 'text']])
    expect(found({ kw: 'paper boat' }, wide)).toEqual([])
  })

  it('keeps only the wanted cloud types', () => {
    const both = result('tg:a', `纸鹤\n夸克：${quark}\n百度：${baidu}`)
    expect(found({ clouds: new Set(['baidu'] as const) }, both)).toEqual([['baidu', '纸鹤', 'title']])
    expect(found({ clouds: new Set() }, both)).toEqual([])
  })
})

describe('matching a post that lists several works', () => {
  const list = result('tg:a', `本周更新\n纸鹤与灯塔丨夸克：${quark}\n山谷广播剧丨百度：${baidu}`)

  it('answers with the links of the works that were searched for, not with the whole list', () => {
    expect(found({ kw: '纸鹤' }, list)).toEqual([['quark', '纸鹤与灯塔', 'title']])
    expect(found({ kw: '山谷' }, list)).toEqual([['baidu', '山谷广播剧', 'title']])
  })

  it('finds a work by the heading above it and its own title together', () => {
    expect(found({ kw: '本周更新 山谷' }, list)).toEqual([['baidu', '山谷广播剧', 'text']])
  })

  it('does not take the first work for a heading of the others', () => {
    const bare = result('tg:a', `纸鹤与灯塔丨夸克：${quark}\n山谷广播剧丨百度：${baidu}`)
    expect(found({ kw: '纸鹤' }, bare)).toEqual([['quark', '纸鹤与灯塔', 'title']])
    expect([headingOf(bare), headingOf(list)]).toEqual(['', '本周更新'])
  })
})

describe('filtering by title', () => {
  const crane = result('tg:a', `纸鹤 4K\n${quark}`)
  const preview = result('tg:b', `纸鹤 预告 4K\n${baidu}`)

  it('drops what holds an excluded word, in any letter case', () => {
    expect(found({ filter: { include: [], exclude: ['4k'] } }, crane)).toEqual([])
  })

  it('needs one of the included words', () => {
    expect(found({ filter: { include: ['1080p', '4k'], exclude: [] } }, crane)).toHaveLength(1)
    expect(found({ filter: { include: ['1080p'], exclude: [] } }, crane)).toEqual([])
  })

  it.each(['國語', '国语', 'WEB·DL', 'web dl', 'WEBDL'])('finds the word %s in other spellings of a title', (word) => {
    const spelled = [`纸鹤 国语 WEB-DL\n${quark}`, `纸鹤 國語 web.dl\n${quark}`].map((text) => result('tg:a', text))
    expect(found({ filter: { include: [word], exclude: [] } }, ...spelled)).toHaveLength(2)
    expect(found({ filter: { include: [], exclude: [word] } }, ...spelled)).toEqual([])
  })

  it('is about titles, not about the text below them', () => {
    const noted = result('tg:a', `纸鹤\n描述：预告\n${quark}`)
    expect(found({ filter: { include: [], exclude: ['预告'] } }, noted)).toHaveLength(1)
    expect(found({ filter: { include: ['预告'], exclude: [] } }, noted)).toEqual([])
  })

  it('lets exclude win over include', () => {
    expect(found({ filter: { include: ['4K'], exclude: ['预告'] } }, crane, preview)).toEqual([
      ['quark', '纸鹤 4K', 'title'],
    ])
  })
})
