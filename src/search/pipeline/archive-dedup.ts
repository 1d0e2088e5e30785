// Removes archived posts that a source has returned again: the source's copy is newer.
import type { ParsedPost } from '../posts/parse-post.ts'
import type { MatchedPost, SourceResult } from './source-results.ts'

/** The archived posts that no source has returned. */
export function withoutReceived(
  recalled: readonly MatchedPost[],
  received: readonly Pick<SourceResult, 'items'>[],
): readonly MatchedPost[] {
  if (recalled.length === 0) return recalled
  const seen = new Set(received.flatMap(({ items }) => items.map(postKey)))
  return recalled.filter(({ result }) => !seen.has(postKey(result)))
}

export function postKey({ source, id }: Pick<ParsedPost, 'source' | 'id'>): string {
  return `${source} ${id}`
}

/** The keys of shares that only the archive has. */
export function archiveOnlyKeys(
  archived: readonly MatchedPost[],
  received: readonly Pick<SourceResult, 'found'>[],
): ReadonlySet<string> {
  if (archived.length === 0) return new Set()
  return keysOf(archived).difference(keysOf(received.flatMap(({ found }) => found)))
}

export function keysOf(found: readonly MatchedPost[]): Set<string> {
  return new Set(found.flatMap(({ matches }) => matches.map(({ link }) => link.share.key)))
}
