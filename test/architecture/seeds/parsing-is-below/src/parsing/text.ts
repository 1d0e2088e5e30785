// Seed: breaks the rule.
import type { Post } from '../search/plugin.ts'

export function textOf(post: Post): string {
  return post.text
}
