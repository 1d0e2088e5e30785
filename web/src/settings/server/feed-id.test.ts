// Ids of lists that are made of addresses of feeds.
import { expect, it } from 'vitest'
import { feedId } from './feed-id.ts'

it.each([
  ['https://www.blog.example.org/rss.xml', 'feed-blog-example-org'],
  ['http://192.168.1.2:8080/feed', 'feed-192-168-1-2'],
  ['https://博客.example/feed', 'feed-xn-9krq6q-example'],
  [`https://${'a'.repeat(60)}.example/`, `feed-${'a'.repeat(45)}`],
])('of %s is %s', (url, id) => {
  expect(feedId(url)).toBe(id)
})
