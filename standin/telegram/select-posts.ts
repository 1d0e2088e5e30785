// Selects the posts of a page: by cursor or search, at most 20 messages, albums never split.
import type { Post } from '../corpus/post.ts'

/** The parameters of a page URL. */
export interface PageQuery {
  readonly q: string
  /** Message ids, exclusive. */
  readonly before?: number
  readonly after?: number
}

export interface Selection {
  /** Oldest first. */
  readonly posts: readonly Post[]
  readonly hasOlder: boolean
  readonly hasNewer: boolean
}

const messagesOnPage = 20

/** The words of a search, in lower case, without the `#` of a hashtag. */
export function wordsOf(q: string): string[] {
  return q
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/^#/, ''))
    .filter((word) => word !== '')
}

/**
 * Creates a test for posts: every word occurs in text, hashtags or link-preview title; a `#word` matches a whole
 * hashtag.
 */
function matcherOf(q: string): (post: Post) => boolean {
  const asked = q
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const words = asked.filter((word) => !word.startsWith('#'))
  const tags = asked.filter((word) => word.startsWith('#')).map((word) => word.slice(1))
  return (post) => {
    if (post.service) return false
    const own = post.tags.map((tag) => tag.toLowerCase())
    return words.every((word) => post.searched.includes(word)) && tags.every((tag) => own.includes(tag))
  }
}

/** The smallest message id of a post. */
export function firstId(post: Post): number {
  return post.ids[0] ?? 0
}

/** The largest message id of a post. */
export function lastId(post: Post): number {
  return post.ids.at(-1) ?? 0
}

/** The posts from the front that fill one page. */
function fill(posts: readonly Post[]): Post[] {
  const taken: Post[] = []
  let messages = 0
  for (const post of posts) {
    messages += post.ids.length
    if (messages > messagesOnPage) break
    taken.push(post)
  }
  return taken
}

/** The posts of one page from all posts of a channel, given oldest first. */
export function selectPosts(all: readonly Post[], { q, before, after }: PageQuery): Selection {
  const found = q.trim() === '' ? all : all.filter(matcherOf(q))
  const inside = found.filter(
    (post) => (before === undefined || lastId(post) < before) && (after === undefined || firstId(post) > after),
  )
  const oldestFirst = after !== undefined && before === undefined
  const posts = oldestFirst ? fill(inside) : fill(inside.toReversed()).toReversed()
  const [oldest] = posts
  const newest = posts.at(-1)
  if (oldest === undefined || newest === undefined) return { posts, hasOlder: false, hasNewer: false }
  return { posts, hasOlder: found[0] !== oldest, hasNewer: found.at(-1) !== newest }
}
