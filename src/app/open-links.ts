// All that is made of links, by the settings: searches, the archive they are kept in, and the checks whether they are alive.
import { z } from 'zod'
import type { Config } from '../config.ts'
import type { Events } from '../fleet/events.ts'
import { createNotes } from '../fleet/notes.ts'
import { type ArchiveParts, openArchive } from '../search/archive/open-archive.ts'
import { type CheckParts, openChecks } from '../search/checks/open-checks.ts'
import { openSearch, type SearchingParts } from '../search/open-search.ts'
import type { Upstream } from '../upstream/upstream.ts'

type LinkParts = ArchiveParts &
  Omit<CheckParts, 'found' | 'onNote'> &
  Omit<SearchingParts, 'archive' | 'book' | 'bookVersion' | 'rechecker' | 'room'> & {
    readonly upstream: Pick<Upstream, 'versions'>
    /** What replicas tell each other, where there are others. */
    readonly events: Events | undefined
  }

/** What is known of the health of shares is counted as one thing that is kept: no source is called so. */
const bookKey = 'health book'

/** The health of a share, as replicas tell each other. */
const health = z.object({ state: z.enum(['ok', 'bad', 'locked']), at: z.number() })

/** Makes it, from the parts of its parts; `rechecking` is the timer that is to be cleared at the end. */
export async function openLinks(config: Config, parts: LinkParts) {
  const { archive, found, onNote } = await openArchive(parts)
  const { events, upstream } = parts
  const { versions } = upstream
  const hear = (notes: Parameters<typeof book.learn>[0]) => {
    if (book.learn(notes)) versions.changed(bookKey)
  }
  const others = events && createNotes({ events, kind: 'health', shape: health, hear })
  const noted: typeof onNote = (key, health) => {
    onNote?.(key, health)
    others?.tell(key, health)
    versions.changed(bookKey)
  }
  const { book, rechecker, rechecking, ...checking } = openChecks(config, { ...parts, found, onNote: noted })
  const bookVersion = () => versions.of(bookKey)
  const searching = openSearch(config, { ...parts, archive, book, bookVersion, rechecker, room: parts.load })
  return { rechecking, links: { ...checking, ...searching } }
}
