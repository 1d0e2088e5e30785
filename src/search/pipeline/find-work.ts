// A work with all its links in the archive, with what became of them.
import type { Bans } from '../../bans/ban-list.ts'
import type { Work } from '../../contract/works.ts'
import { RequestError } from '../../http/errors.ts'
import type { Archive } from '../archive/archive.ts'
import type { LinkHealthCache } from '../checks/health-cache.ts'
import type { ParsedPost } from '../posts/parse-post.ts'
import { withoutBanned } from './filter-banned.ts'
import { createMerger } from './merge.ts'
import { createLinkDetails } from './to-contract.ts'
import { toWork } from './to-works.ts'
import { createWorkIndex } from './work-index.ts'
import { rankWork } from './work-order.ts'

interface FindWorkDeps {
  /** Undefined when the archive is disabled. */
  readonly archive?: Pick<Archive, 'findWork'> | undefined
  readonly knownHealth?: Pick<LinkHealthCache, 'healthOf'> | undefined
  readonly bans?: Bans | undefined
}

/** Finds the work with this key. @throws (rejects) RequestError 404 if the archive has none or is off, 503 if it cannot be read. */
export async function findWork(key: string, { archive, knownHealth, bans }: FindWorkDeps): Promise<Work> {
  if (!archive) throw new RequestError(404, 'archive: is off on this server, so no works are stored')
  const found = await archive.findWork(key)
  if (!found) throw new RequestError(503, 'archive: cannot be read at the moment')
  const links = mergeLinks(bans ? withoutBanned(found.posts, bans) : found.posts)
  if (links.length === 0) throw new RequestError(404, 'key: no work with this key is in the archive')
  const healthOf = (share: string) => knownHealth?.healthOf(share) ?? found.health.get(share)
  // The name in the key stands for what was searched for.
  const [, kw = ''] = key.split(':')
  const index = createWorkIndex(kw)
  const context = { kw, clouds: undefined, index, stateOf: (share: string) => healthOf(share)?.state }
  const details = createLinkDetails(index, { healthOf })
  return toWork(rankWork(key, links, context), context, details)
}

function mergeLinks(posts: readonly ParsedPost[]) {
  const merger = createMerger()
  for (const result of posts)
    merger.add(
      result.links.map((link) => ({ result, link, title: (link.work ?? result.title).text, relevance: 'title' })),
    )
  return merger.entries()
}
