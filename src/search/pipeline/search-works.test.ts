// Answers by work: what a work has, its links best first, and the order of works.
import { describe, expect, it } from 'vitest'
import { answerText, day, fresh, knownHealthOf, result, searchOver } from '../../../test/kit/searching.ts'
import { searchRequest, searchResponse } from '../../contract/search.ts'
import type { Work } from '../../contract/works.ts'
import type { ParsedPost } from '../posts/parse-post.ts'
import type { SearchDeps } from '../search.ts'

function share(cloud: 'quark' | 'baidu', letter: string): string {
  return cloud === 'quark'
    ? `https://pan.quark.cn/s/${letter.repeat(12)}`
    : `https://pan.baidu.com/s/1${letter.repeat(22)}`
}

/** The works of a search for 纸鹤 over channels with posts of these texts. */
function worksOf(texts: Record<string, string[]>, fields: object = {}, own: Partial<SearchDeps> = {}) {
  const posts = Object.entries(texts).map(([channel, each]) => {
    const source = `tg:${channel}`
    return [source, each.map((text, at) => result(source, text, { id: `${at}`, at: day(3) }))] as const
  })
  return worksIn(Object.fromEntries(posts), fields, own)
}

async function worksIn(posts: Record<string, ParsedPost[]>, fields: object = {}, own: Partial<SearchDeps> = {}) {
  const outcomes = Object.entries(posts).map(([source, items]) => [source, { ...fresh(...items), tookMs: 1 }])
  const request = searchRequest.parse({ kw: '纸鹤', res: 'works', ...fields })
  const { body } = await searchOver(Object.fromEntries(outcomes), own).answer(request, new AbortController().signal)
  const { data } = searchResponse.parse(JSON.parse(answerText(body)))
  if (!('works' in data)) throw new Error('the answer is not by work')
  return data
}

function titlesOf(works: readonly Work[]) {
  return works.map(({ title, kind }) => `${title} ${kind}`)
}

describe('an answer by work', () => {
  it('has the links of all seasons and clouds in one work, and film, series and book of one name apart', async () => {
    const { total, works } = await worksOf({
      alpha: [`纸鹤 第一季 全12集 1080P\n${share('quark', 'a')}`, `纸鹤 2019 电影 4K\n${share('quark', 'b')}`],
      beta: [`纸鹤 第二季 更新至3集\n${share('baidu', 'a')}`, `纸鹤 小说 EPUB\n${share('baidu', 'b')}`],
    })
    expect(total).toBe(4)
    expect(titlesOf(works).toSorted()).toEqual(['纸鹤 book', '纸鹤 movie', '纸鹤 series'])
    expect(works.find(({ kind }) => kind === 'series')).toMatchObject({
      seasons: [1, 2],
      sources: 2,
      relevance: 'title',
      excerpt: null,
      attributes: { season: [1, 2], episodes: { to: 3, total: 12, complete: true }, quality: ['1080P'] },
      links: [
        { type: 'quark', attributes: { season: 1 } },
        { type: 'baidu', attributes: { season: 2 } },
      ],
    })
  })

  it('gives a link all its sources, its images, its attributes, and null for a health that nobody knows', async () => {
    const { works } = await worksOf({
      alpha: [`纸鹤 4K\n${share('quark', 'a')}`],
      beta: [`纸鹤\n${share('quark', 'a')}`],
    })
    expect(works).toMatchObject([
      {
        links: [
          { sources: ['tg:alpha', 'tg:beta'], images: [], health: null, key: 'quark:aaaaaaaaaaaa', note: '纸鹤 4K' },
        ],
      },
    ])
  })

  it('has the picture of a post about it alone, and none of a list of works', async () => {
    const list = `纸鹤\n${share('quark', 'a')}\n\n山谷\n${share('quark', 'b')}`
    const [ofList, own] = [['https://i.test/list.jpg'], ['https://i.test/own.jpg']]
    const post = (text: string, images: readonly string[]) => result('tg:alpha', text, { at: day(3), images })
    const imagesOf = async (...posts: ParsedPost[]) =>
      (await worksIn({ 'tg:alpha': posts })).works.map(({ images, links }) => [images, links[0]?.images])
    expect(await imagesOf(post(list, ofList))).toEqual([[[], ofList]])
    expect(await imagesOf(post(list, ofList), post(`纸鹤\n${share('quark', 'a')}`, own))).toEqual([[own, own]])
  })

  it('lists a field of one value where links differ', async () => {
    const { works } = await worksOf({
      alpha: [`纸鹤 2160p REMUX\n${share('quark', 'a')}`, `纸鹤 2160p WEB-DL\n${share('quark', 'b')}`],
    })
    expect(works).toMatchObject([{ attributes: { source: ['REMUX', 'WEB-DL'], quality: ['4K'], format: null } }])
  })

  it('takes the size from the text of a post whose title has none', async () => {
    const { works } = await worksOf({ alpha: [`纸鹤 4K\n大小：2GB\n${share('quark', 'a')}`] })
    expect(works).toMatchObject([{ attributes: { size: 2 * 2 ** 30 } }])
  })

  it('says the words around a keyword that is only in the text', async () => {
    const { works } = await worksOf({ alpha: [`山谷广播剧\n配音：纸鹤\n${share('quark', 'a')}`] })
    expect(works).toMatchObject([{ relevance: 'text', excerpt: '山谷广播剧 配音：纸鹤' }])
  })
})

describe('the links of a work', () => {
  const notes = ({ works }: { works: readonly Work[] }) => works.flatMap(({ links }) => links.map(({ note }) => note))

  it('stand available before unchecked before gone', async () => {
    const posts = ['a', 'b', 'c'].map((letter) => `纸鹤 ${letter}\n${share('quark', letter)}`)
    const knownHealth = knownHealthOf({ 'quark:aaa': 'bad', 'quark:ccc': 'ok' })
    const { works } = await worksOf({ alpha: posts }, {}, { knownHealth })
    expect(works.flatMap(({ links }) => links.map(({ health }) => health?.state))).toEqual(['ok', undefined, 'bad'])
  })

  it('stand in the order of cloud_types', async () => {
    const posts = [`纸鹤\n${share('quark', 'a')}`, `纸鹤\n${share('baidu', 'a')}`]
    const cloudsOf = async (fields: object) =>
      (await worksOf({ alpha: posts }, fields)).works.flatMap(({ links }) => links.map(({ type }) => type))
    expect(await cloudsOf({ cloud_types: ['quark', 'baidu'] })).toEqual(['quark', 'baidu'])
    expect(await cloudsOf({ cloud_types: ['baidu', 'quark'] })).toEqual(['baidu', 'quark'])
  })

  it('stand complete before partial, then by quality, a recording of a screen last', async () => {
    const titles = ['纸鹤 更新至3集 4K', '纸鹤 全12集 720P', '纸鹤 全12集 1080P', '纸鹤 全12集 4K 枪版']
    const posts = titles.map((title, at) => `${title}\n${share('quark', 'abcd'.charAt(at))}`)
    expect(notes(await worksOf({ alpha: posts }))).toEqual([titles[2], titles[1], titles[3], titles[0]])
  })

  it('stand by the number of their sources when nothing else tells them apart', async () => {
    const both = `纸鹤\n${share('quark', 'b')}`
    const { works } = await worksOf({ alpha: [`纸鹤\n${share('quark', 'a')}`, both], beta: [both] })
    expect(works.flatMap(({ links }) => links.map(({ key }) => key))).toEqual([
      'quark:bbbbbbbbbbbb',
      'quark:aaaaaaaaaaaa',
    ])
  })
})

describe('works', () => {
  it('stand by their sources, where the keyword is the title more of them; those with the word only in a text last, behind those with dead links only', async () => {
    const aside = `山谷广播剧\n配音：纸鹤\n${share('quark', 'a')}`
    const other = `纸鹤与灯塔\n${share('quark', 'b')}`
    const gone = `纸鹤 小说 EPUB\n${share('quark', 'c')}`
    const exact = `纸鹤 2019 电影\n${share('quark', 'd')}`
    const posts = { alpha: [aside, other, gone, exact], beta: [aside, other, gone], gamma: [aside, other] }
    const { works } = await worksOf(posts, {}, { knownHealth: knownHealthOf({ 'quark:ccc': 'bad' }) })
    expect(titlesOf(works)).toEqual(['纸鹤 movie', '纸鹤与灯塔 other', '纸鹤 book', '山谷 audiobook'])
  })

  it('of another title stand first where many more sources have them', async () => {
    const many = Array.from({ length: 6 }, (_, at) => [`channel${at}`, [`纸鹤与灯塔 2036 4K\n${share('quark', 'b')}`]])
    const { works } = await worksOf({ alpha: [`纸鹤 2019 电影\n${share('quark', 'a')}`], ...Object.fromEntries(many) })
    expect(titlesOf(works)).toEqual(['纸鹤与灯塔 movie', '纸鹤 movie'])
  })

  it('of the title of the keyword that one source has, without year and kind, count no more than others', async () => {
    const stray = `纸鹤\n${share('quark', 'a')}`
    const other = `纸鹤与灯塔 2036 4K\n${share('quark', 'b')}`
    const { works } = await worksOf({ alpha: [stray, other], beta: [other] })
    expect(titlesOf(works)).toEqual(['纸鹤与灯塔 movie', '纸鹤 other'])
  })
})
