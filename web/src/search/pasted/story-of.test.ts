// The story of a headline whose address was pasted.
import { expect, it } from 'vitest'
import { storyOf } from './story-of.ts'

const item = { source: 'weibo', id: '1', title: '纸鹤', url: 'https://news.example.org/a/7?id=1', rank: 1 }
const story = {
  id: 's',
  title: '纸鹤',
  items: [item],
  platforms: 2,
  score: 1,
  firstSeen: 0,
  firstSource: 'weibo',
  why: [],
}
const answer = { stories: [story] }

it.each(['https://news.example.org/a/7?id=1', 'http://m.news.example.org/a/7/?utm_source=app&id=1#top'])(
  '%s is its address',
  (url) => {
    expect(storyOf(url, answer)).toBe(story)
  },
)

it('another page of the site is not, and nothing is before the stories are there', () => {
  expect(storyOf('https://news.example.org/a/7?id=2', answer)).toBeUndefined()
  expect(storyOf(item.url, undefined)).toBeUndefined()
})
