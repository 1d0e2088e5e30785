// The archive's shelf in memory, with the same answers as the shelf on disk.
import { ngrams } from '../../src/store/archive/ngrams.ts'
import type {
  ArchiveStorage,
  LinkHealth,
  NewSighting,
  ShareWork,
  Sighting,
  SourceYield,
  StoredSighting,
} from '../../src/store/archive/types.ts'

type Row = NewSighting & Pick<StoredSighting, 'place' | 'firstSeenAt' | 'lastSeenAt'>

/** Creates an empty shelf; `epochMs` is in epoch milliseconds. */
export function makeArchiveShelf(epochMs: () => number = () => 0): ArchiveStorage {
  let rows: Row[] = []
  let last = 0
  const states = new Map<string, LinkHealth>()
  const works: ShareWork[] = []
  const kept = (row: Row) => toStored(row, states.get(row.key))
  return {
    async find({ ways, types, sources, most, below = Number.POSITIVE_INFINITY, except = [] }) {
      const isWanted = ({ place, searchText, type, source, post }: Row) =>
        place < below &&
        ways.some((way) => way.every((token) => ngrams(searchText).includes(token))) &&
        (!types || types.includes(type)) &&
        sources.includes(source) &&
        !except.includes(`${source} ${post}`)
      return rows.filter(isWanted).toReversed().slice(0, most).map(kept)
    },
    keep(sightings) {
      for (const sighting of sightings) {
        const { title, post } = sighting
        const before = rows.filter(isSame(sighting))
        const others = before.filter((row) => row.title !== title && row.post !== post).slice(-2)
        rows = rows.filter((row) => !before.includes(row) || others.includes(row))
        const password = sighting.password || (before.at(-1)?.password ?? '')
        const firstSeenAt = before[0]?.firstSeenAt ?? epochMs()
        rows.push({ ...sighting, password, place: ++last, firstSeenAt, lastSeenAt: epochMs() })
      }
    },
    noteHealth(found) {
      for (const [key, health] of found) states.set(key, health)
    },
    newest: async (most) => rows.toReversed().slice(0, most).map(kept),
    noteWorks: (some) => void works.push(...some),
    findWork: async (key) => rows.filter(isUnder(key, works)).toReversed().map(kept),
    yieldsSince: async (since) => yieldsOf(rows, works, since),
    health: async () => states,
    stretch: async (from) => ({ sightings: rows.slice(from, from + 2).map(kept), next: nextOf(from, rows.length) }),
    async remove(gone) {
      rows = rows.filter((row) => !gone.some(isSame(row)))
      return true
    },
    // The memory shelf has no queue.
    dropQueued: () => undefined,
    size: () => ({ shares: new Set(rows.map(({ key }) => key)).size, bytes: 0, maxBytes: 0 }),
  }
}

function isSame(one: Pick<Sighting, 'key' | 'source'>) {
  return (other: Pick<Sighting, 'key' | 'source'>) => one.key === other.key && one.source === other.source
}

function toStored({ searchText: _searchText, ...row }: Row, health: LinkHealth | undefined): StoredSighting {
  return health ? { ...row, health } : row
}

/** Whether a row is of a share that stands under this work. */
function isUnder(key: string, works: readonly ShareWork[]) {
  return (row: Row) => works.some(({ share, work }) => share === row.key && work === key)
}

function yieldsOf(rows: readonly Row[], works: readonly ShareWork[], since: number): SourceYield[] {
  const recent = rows.filter(({ at, firstSeenAt }) => (at ?? firstSeenAt) >= since)
  return [...Map.groupBy(recent, ({ source }) => source)].map(([source, own]) => {
    const keys = works.filter(({ share }) => own.some(({ key }) => key === share)).map(({ work }) => work)
    return { source, links: own.length, groups: [...new Set(keys.map((key) => key.slice(0, key.indexOf(':'))))] }
  })
}

function nextOf(from: number, count: number): number | undefined {
  return from + 2 < count ? from + 2 : undefined
}
