// Times, titles and links as foreign sites write them.
import { describe, expect, it } from 'vitest'
import { answeringIo } from '../../test/kit/plugin-io.ts'
import {
  bounded,
  chinaHour,
  chinaTime,
  cut,
  distinct,
  eachOnce,
  englishTitle,
  isTitled,
  listed,
  magnetOf,
  mayBeShare,
  oneLine,
  titleText,
  withFurther,
  zonedTime,
} from './reading.ts'

describe('a time without a zone', () => {
  it.each([
    ['2026-05-02 17:15:30', '2026-05-02T09:15:30.000Z'],
    ['2026-01-01 07:59:59', '2025-12-31T23:59:59.000Z'],
    ['2026-05-02', '2026-05-01T16:00:00.000Z'],
    ['2026/5/2 7:05', '2026-05-01T23:05:00.000Z'],
    ['2026-05-02 17:15:30.250', '2026-05-02T09:15:30.000Z'],
    ['2026-05-02 17:15 最后回复 3', '2026-05-02T09:15:00.000Z'],
    ['2026-05-02 The end', '2026-05-01T16:00:00.000Z'],
  ])('is that of China: %s', (text, at) => {
    expect(chinaTime(text)?.toISOString()).toBe(at)
  })

  it.each(['', '昨天', '2026-02-31', '2026-13-01', '2026-05-02 25:00:00', '0000-00-00 00:00:00', undefined, null])(
    'is unknown when it is %s',
    (text) => {
      expect(chinaTime(text)).toBeUndefined()
    },
  )
})

it.each([
  '2026-11-20T10:00:00Z',
  '2026-11-20 10:00:00 +0000',
  '2026-11-20T10:00:00.000+08:00',
  '2026-11-20 10:00:00 GMT',
  '2026-11-20 10:00 PM',
  '2026-11-20Z',
  '2026-11-2099',
  '2026-11-20T1000',
  '2026-11-20 10:00:001',
])('what goes on with a zone or a digit is no time of China: %s', (text) => {
  expect(chinaTime(text)).toBeUndefined()
})

describe('a time with its zone', () => {
  it.each([
    ['2026-05-02T17:15:30+08:00', '2026-05-02T09:15:30.000Z'],
    ['2016-10-04T18:38:22Z', '2016-10-04T18:38:22.000Z'],
  ])('is taken at its word: %s', (text, at) => {
    expect(zonedTime(text)?.toISOString()).toBe(at)
  })

  it.each(['2026-05-02 17:15:30', '2026-02-31T00:00:00Z', '2026-05-02T24:00:00+08:00', 'May 2', '', undefined])(
    'is unknown when it is %s',
    (text) => {
      expect(zonedTime(text)).toBeUndefined()
    },
  )
})

it('a title loses the tags that mark hits in it', () => {
  expect(titleText("<em>纸鹤</em>与<span class='highlight'>灯塔</span> &amp; Co\n全12集")).toBe(
    '纸鹤与灯塔 & Co 全12集',
  )
})

it('a title holds a keyword when it holds all its words, in any order, case and width', () => {
  expect(isTitled('灯塔与Ｐaper Crane', 'paper 灯塔')).toBe(true)
  expect(isTitled('灯塔', 'paper 灯塔')).toBe(false)
})

it('a listed link stands before the text', () => {
  expect(listed([{ href: 'https://a.test/s', code: 'k3m9' }])).toEqual([
    { start: 0, end: 0, href: 'https://a.test/s', code: 'k3m9' },
  ])
})

it('a magnet names its hash in lower case, its name and its trackers', () => {
  expect(magnetOf('AB'.repeat(20), 'A & B', ['http://t.test:1/a'])).toBe(
    `magnet:?xt=urn:btih:${'ab'.repeat(20)}&dn=A%20%26%20B&tr=http%3A%2F%2Ft.test%3A1%2Fa`,
  )
})

it('the hour in China is eight ahead, over midnight too', () => {
  expect(chinaHour(new Date('2026-05-05T10:59:59Z'))).toBe(18)
  expect(chinaHour(new Date('2026-05-05T16:00:00Z'))).toBe(0)
})

it('a text on one line has no breaks, no blanks around it and one between words', () => {
  expect(oneLine(' 纸鹤\n\t 与\u3000灯塔 ')).toBe('纸鹤 与 灯塔')
})

it.each([
  ['HTTPS://a.test/s', true],
  ['magnet:?xt=urn:btih:00', true],
  ['ed2k://|file|a|', true],
  ['javascript:;', false],
  ['magnet:', false],
  ['/s/https://a.test', false],
  ['', false],
])('%j may be a share: %s', (href, may) => {
  expect(mayBeShare(href)).toBe(may)
})

it('what is longer than an address gets is no share', () => {
  expect(mayBeShare(`https://a.test/${'s'.repeat(2_000)}`)).toBe(false)
})

it('words stay in their order, each once, and items as they came first', () => {
  expect(distinct(['b', '', 'a', 'b'])).toEqual(['b', 'a'])
  const items = [
    { id: 'b', at: 1 },
    { id: 'a', at: 2 },
    { id: 'b', at: 3 },
  ]
  expect(eachOnce(items)).toEqual(items.slice(0, 2))
})

describe('further pages', () => {
  it('are asked for by index, up to how many there are', async () => {
    const { io } = answeringIo(() => 404)
    const ask = async (index: number) => `page ${index}`
    expect(await withFurther(io, 'first', 3, ask)).toEqual(['first', 'page 1', 'page 2'])
    for (const count of [1, 0, -1]) expect(await withFurther(io, 'first', count, ask)).toEqual(['first'])
  })

  it('may all fail, which is then said', async () => {
    const { io, lacking } = answeringIo(() => 404)
    expect(await withFurther(io, 'first', 3, (index) => Promise.reject(new Error(`no ${index}`)))).toEqual(['first'])
    expect(lacking()).toMatchObject({ message: 'no 1' })
  })
})

it('an English index is searched for the English title, or else for the keyword', () => {
  expect(englishTitle({ kw: '纸鹤', ext: { title_en: 'Paper Crane' } })).toBe('Paper Crane')
  for (const title_en of [undefined, '', ' ', 7, ['a']])
    expect(englishTitle({ kw: '纸鹤', ext: { title_en } })).toBe('纸鹤')
})

it('a text is cut between characters', () => {
  expect(cut('纸鹤', 2)).toBe('纸鹤')
  expect(cut('纸🕊🕊', 2)).toBe('纸…')
})

describe('a page that people wrote', () => {
  const anchor = { start: 0, end: 1, href: 'https://a.test/s' }

  it('keeps its words and links', () => {
    const page = { text: '纸鹤', anchors: [anchor] }
    expect(bounded(page)).toEqual(page)
  })

  it('is cut before the word that would be halved, with the links behind', () => {
    const text = '纸鹤https://a.test/s/0a1b2c'
    const behind = { start: 2, end: text.length, href: text.slice(2) }
    expect(bounded({ text, anchors: [anchor, behind] }, 20)).toEqual({ text: '纸鹤…', anchors: [anchor] })
    expect(bounded({ text: '纸鹤'.repeat(20_000), anchors: [] }).text).toHaveLength(20_001)
  })

  it('has no more than 200 links, and none longer than an address gets', () => {
    const long = { ...anchor, href: `https://a.test/${'s'.repeat(2_000)}` }
    expect(bounded({ text: '纸鹤', anchors: [long, ...Array(500).fill(anchor)] }).anchors).toEqual(
      Array(200).fill(anchor),
    )
  })
})
