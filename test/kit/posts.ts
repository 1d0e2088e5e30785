// Posts for tests, written as a person writes them in a channel.
import type { Post } from '../../src/search/plugin.ts'
import { type ParsedPost, parsePost } from '../../src/search/posts/parse-post.ts'

/** A post with the given text; other fields are empty unless given. */
function post(text: string, more: Partial<Post> = {}): Post {
  return { id: '1', text, anchors: [], tags: [], images: [], aside: '', ...more }
}

/** The result that a source's post gives; the post must contain a share. */
export function result(source: string, text: string, more: Partial<Post> = {}): ParsedPost {
  const [understood] = parsePost(source, post(text, more))
  if (!understood) throw new Error(`no share in: ${text}`)
  return understood
}

/** A day of November 2026 at noon. */
export function day(number: number): Date {
  return new Date(Date.UTC(2026, 10, number, 12))
}
