// Tests the documented part of the archive's query language: words, phrases, fields, brackets, ranges, wildcards.
import { expect, test } from 'vitest'
import { readQuery } from './internetarchive-query.ts'

const newsreel = {
  identifier: 'demo_newsreel',
  title: 'Paper Crane Newsreel (4K)',
  subject: ['harbour life', 'AND'],
  mediatype: 'movies',
  format: ['MPEG4', 'Archive BitTorrent'],
  collection: 'newsandpublicaffairs',
  licenseurl: 'https://creativecommons.org/licenses/by-sa/3.0/',
  year: 1968,
  publicdate: '2011-06-30T19:35:59Z',
}
const book = {
  identifier: 'demo_book',
  title: ['纸鹤与灯塔 全12集', 'Crane C++'],
  subject: 'paper;lamp',
  mediatype: 'texts',
  year: '2001',
}

function fits(q: string): string {
  const test = readQuery(q)
  return [newsreel, book]
    .filter(test)
    .map(({ identifier }) => identifier.slice(5))
    .join(' ')
}

test.each([
  ['crane', 'newsreel book'],
  ['title:(paper crane)', 'newsreel'],
  ['title:(CRANE)', 'newsreel book'],
  ['title:(crane) AND mediatype:texts', 'book'],
  ['title:(paper) OR subject:(paper)', 'newsreel book'],
  ['(title:(lamp) OR subject:(lamp)) AND mediatype:(movies OR texts)', 'book'],
  ['title:纸鹤', 'book'],
  ['title:(灯塔 纸鹤)', 'book'],
  ['title:(鹤纸)', ''],
  ['title:cran', ''],
  ['title:cran*', 'newsreel book'],
  ['title:"crane newsreel"', 'newsreel'],
  ['title:"newsreel crane"', ''],
  ['title:(C\\+\\+)', 'book'],
  ['title:(\\(4K\\))', 'newsreel'],
  ['subject:(\\AND)', 'newsreel'],
  ['format:"Archive BitTorrent"', 'newsreel'],
  ['licenseurl:*', 'newsreel'],
  ['licenseurl:*creativecommons*', 'newsreel'],
  ['licenseurl:(*creativecommons* OR *publicdomain*)', 'newsreel'],
  ['-licenseurl:*', 'book'],
  ['crane NOT mediatype:movies', 'book'],
  ['crane -collection:(newsandpublicaffairs)', 'book'],
  ['year:1968', 'newsreel'],
  ['year:[2000 TO *]', 'book'],
  ['publicdate:[2011-01-01 TO 2011-12-31]', 'newsreel'],
  ['publicdate:[* TO 2010]', ''],
  ['crane^4 && paper || lamp', 'newsreel book'],
  ['nosuch:crane', ''],
  ['title:(🔥)', ''],
  ['title:(paper — crane)', 'newsreel'],
  ['mediatype:texts AND (title:(🔥) OR subject:(🔥))', 'book'],
])('%s finds “%s”', (q, found) => {
  expect(fits(q)).toBe(found)
})

test.each(['', ' ', 'title:()', 'title:', '(crane', 'crane)', 'crane AND', 'OR crane', 'a:"b', ':', 'title:(a:b:)'])(
  '“%s” cannot be read',
  (q) => {
    expect(() => readQuery(q)).toThrow(SyntaxError)
  },
)
