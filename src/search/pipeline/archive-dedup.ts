// Removes archived posts that a source has returned again: the source's copy is newer.

import type { ParsedPost } from '../posts/parse-post.ts'
import type { MatchedPost, SourceResult } from './source-results.ts'

/** The posts received from sources. */
export interface SeenPosts {
  add(arrival: Pick<SourceResult, 'items'>): void
  /** The archived posts that no source has returned. */
  without(recalled: readonly MatchedPost[]): MatchedPost[]
}

/** Creates an empty set of posts. */
export function createSeenPosts(): SeenPosts {
  const seen = new Set<string>()
  return {
    add({ items }) {
      for (const item of items) seen.add(postKey(item))
    },
    without: (recalled) => recalled.filter(({ result }) => !seen.has(postKey(result))),
  }
}

/** The identity of a post. */
export function postKey({ source, id }: Pick<ParsedPost, 'source' | 'id'>): string {
  return `${source} ${id}`
}

/** The keys of shares that only the archive has. */
export function archiveOnlyKeys(
  archived: readonly MatchedPost[],
  received: readonly Pick<SourceResult, 'found'>[],
): ReadonlySet<string> {
  return keysOf(archived).difference(keysOf(received.flatMap(({ found }) => found)))
}

function keysOf(found: readonly MatchedPost[]): Set<string> {
  return new Set(found.flatMap(({ matches }) => matches.map(({ link }) => link.share.key)))
}
