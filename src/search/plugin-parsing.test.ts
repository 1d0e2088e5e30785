// Titles and links as foreign sites write them.
import { describe, expect, it } from 'vitest'
import { answeringIo } from '../../test/kit/site-io.ts'
import {
  anchorList,
  englishTitle,
  limitText,
  magnetOf,
  mayBeShare,
  titleHasKeyword,
  withMorePages,
} from './plugin-parsing.ts'

it('a title holds a keyword when it holds all its words, in any order, case and width', () => {
  expect(titleHasKeyword('灯塔与Ｐaper Crane', 'paper 灯塔')).toBe(true)
  expect(titleHasKeyword('灯塔', 'paper 灯塔')).toBe(false)
})

it.each([
  ['死神少爺與黑女僕', '死神少爷'],
  ['X-Men.First.Class', 'X-Men: First Class'],
  ['Pokémon', 'pokemon'],
])('the title %s holds the keyword %s, whatever characters, accents and punctuation it has', (title, kw) => {
  expect(titleHasKeyword(title, kw)).toBe(true)
})

it('a listed link stands before the text', () => {
  expect(anchorList([{ href: 'https://a.test/s', code: 'k3m9' }])).toEqual([
    { start: 0, end: 0, href: 'https://a.test/s', code: 'k3m9' },
  ])
})

it('a magnet names its hash in lower case, its name and its trackers', () => {
  expect(magnetOf('AB'.repeat(20), 'A & B', ['http://t.test:1/a'])).toBe(
    `magnet:?xt=urn:btih:${'ab'.repeat(20)}&dn=A%20%26%20B&tr=http%3A%2F%2Ft.test%3A1%2Fa`,
  )
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

describe('further pages', () => {
  it('are asked for by index, up to how many there are', async () => {
    const { io } = answeringIo(() => 404)
    const ask = async (index: number) => `page ${index}`
    expect(await withMorePages(io, 'first', 3, ask)).toEqual(['first', 'page 1', 'page 2'])
    for (const count of [1, 0, -1]) expect(await withMorePages(io, 'first', count, ask)).toEqual(['first'])
  })

  it('may all fail, which is then said', async () => {
    const { io, partialFailure } = answeringIo(() => 404)
    expect(await withMorePages(io, 'first', 3, (index) => Promise.reject(new Error(`no ${index}`)))).toEqual(['first'])
    expect(partialFailure()).toMatchObject({ message: 'no 1' })
  })
})

it('an English index is searched for the English title, or else for the keyword', () => {
  expect(englishTitle({ kw: '纸鹤', ext: { title_en: 'Paper Crane' } })).toBe('Paper Crane')
  for (const title_en of [undefined, '', ' ', 7, ['a']])
    expect(englishTitle({ kw: '纸鹤', ext: { title_en } })).toBe('纸鹤')
})

describe('a page that people wrote', () => {
  const anchor = { start: 0, end: 1, href: 'https://a.test/s' }

  it('keeps its words and links', () => {
    const page = { text: '纸鹤', anchors: [anchor] }
    expect(limitText(page)).toEqual(page)
  })

  it('is cut before the word that would be halved, with the links behind', () => {
    const text = '纸鹤https://a.test/s/0a1b2c'
    const behind = { start: 2, end: text.length, href: text.slice(2) }
    expect(limitText({ text, anchors: [anchor, behind] }, 20)).toEqual({ text: '纸鹤…', anchors: [anchor] })
    expect(limitText({ text: '纸鹤'.repeat(20_000), anchors: [] }).text).toHaveLength(20_001)
  })

  it('has no more than 200 links, and none longer than an address gets', () => {
    const long = { ...anchor, href: `https://a.test/${'s'.repeat(2_000)}` }
    expect(limitText({ text: '纸鹤', anchors: [long, ...Array(500).fill(anchor)] }).anchors).toEqual(
      Array(200).fill(anchor),
    )
  })
})
