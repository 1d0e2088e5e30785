// Article items built from API fields.
import { expect, test } from 'vitest'
import { articleItem } from './json-list.ts'

const url = 'https://site.example/p/1'

test('title and summary lose their tags, the page serves phones too, and the picture comes over https', () => {
  const given = { title: '<em>纸鹤</em> &amp; 灯塔', hover: '<p>一\n二</p>', icon: '//img.example/1.jpg' }
  const item = { title: '纸鹤 & 灯塔', hover: '一 二', icon: 'https://img.example/1.jpg' }
  expect(articleItem({ id: 1, url, ...given })).toEqual({ id: 1, url, mobileUrl: url, ...item })
})

test('a page for phones, and all else, stays as it is given', () => {
  const others = { mobileUrl: 'https://m.site.example/1', pubDate: new Date(0), hot: 5, info: '<b>', date: '2026' }
  expect(articleItem({ id: 1, title: 'a', url, ...others })).toMatchObject({ id: 1, title: 'a', url, ...others })
})

test('what is absent stays absent', () => {
  expect(articleItem({ id: 1, title: null, url: null, icon: null })).toEqual({
    id: 1,
    title: '',
    url: null,
    mobileUrl: null,
    hover: '',
    icon: undefined,
  })
})
