// All that is made of links, by the settings: searches, the archive they are kept in, and the checks whether they are alive.
import type { Config } from './config.ts'
import { type ArchiveParts, openArchive } from './open-archive.ts'
import { type CheckParts, openChecks } from './open-checks.ts'
import { openSearch, type SearchingParts } from './open-search.ts'

type LinkParts = ArchiveParts &
  Omit<CheckParts, 'found' | 'onNote'> &
  Omit<SearchingParts, 'archive' | 'book' | 'rechecker' | 'room'>

/** Makes it, from the parts of its parts; `rechecking` is the timer that is to be cleared at the end. */
export async function openLinks(config: Config, parts: LinkParts) {
  const { archive, found, onNote } = await openArchive(parts)
  const { book, rechecker, rechecking, ...checking } = openChecks(config, { ...parts, found, onNote })
  const searching = openSearch(config, { ...parts, archive, book, rechecker, room: parts.load })
  return { rechecking, links: { ...checking, ...searching } }
}
