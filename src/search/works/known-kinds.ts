// What is known about names besides the answer: the lists of films and series on the board, and the seasons that earlier answers named.
import { LRUCache } from 'lru-cache'
import { ageMs } from '../../async/ages.ts'

/** The title of a work on a list of films or series. */
export interface ListedWork {
  readonly title: string
  readonly kind: 'film' | 'series'
}

export interface KnownKind {
  readonly kind: 'film' | 'series'
  /** What says it. */
  readonly why: string
}

export interface KnownKinds {
  /** Undefined for a name that nothing is known of, or of which there is a film and a series. Never waits. */
  kindOf: (name: string) => KnownKind | undefined
  /** Notes whether the numbers behind a name are seasons, as an answer showed. */
  remember: (name: string, areSeasons: boolean) => void
}

const maxNames = 20_000
/** How long the titles of the lists are used. */
const readAgainMs = 10 * 60_000

/** `listedWorks` reads lists that are cached, and never rejects; its result is used once it is there. */
export function createKnownKinds(listedWorks: () => Promise<readonly ListedWork[]>, epochMs: () => number): KnownKinds {
  // `max` would allocate all entries at once.
  const withSeasons = new LRUCache<string, true>({ maxSize: maxNames, sizeCalculation: () => 1 })
  let listed: ReadonlyMap<string, ReadonlySet<ListedWork['kind']>> = new Map()
  let readAt: number | undefined

  async function read(): Promise<void> {
    readAt = epochMs()
    const works = await listedWorks()
    // The tables of the recogniser are loaded late: they take memory and time.
    const { recogniseTitle } = await import('./recognise.ts')
    const names = works.map(({ title, kind }) => ({ kind, name: recogniseTitle(title).chinese?.base ?? '' }))
    const byName = Map.groupBy(names, ({ name }) => name)
    listed = new Map([...byName].map(([name, same]) => [name, new Set(same.map(({ kind }) => kind))]))
  }

  return {
    kindOf(name) {
      if (readAt === undefined || ageMs(epochMs(), readAt) > readAgainMs) void read()
      const [kind, other] = listed.get(name) ?? []
      if (kind !== undefined)
        return other === undefined ? { kind, why: `a list of ${plurals[kind]} has its name` } : undefined
      return withSeasons.has(name) ? { kind: 'series', why: 'an earlier answer named its seasons' } : undefined
    },
    remember(name, areSeasons) {
      if (areSeasons) withSeasons.set(name, true)
      else withSeasons.delete(name)
    },
  }
}

const plurals = { film: 'films', series: 'series' }
