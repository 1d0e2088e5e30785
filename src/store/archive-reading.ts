// What is read of the archive: found by its words, looked through from one end to the other, or known of the health of shares.
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { KeptSighting, KnownHealth, Stretch, WantedSightings } from '../search/archive/sighting.ts'
import { healthOf, numberOfType, typeOfNumber } from './archive-tables.ts'

export interface ArchiveReading {
  /** Those that came last first. @throws what SQLite throws, like all here. */
  find(wanted: WantedSightings): KeptSighting[]
  health(most: number): Map<string, KnownHealth>
  stretch(from: number): Stretch
}

/** Of words that most titles have only the newest are looked at. */
const mostLookedAt = 20_000
/** A disk that is slow gives less, and the next search is not kept waiting. */
const longestFindMs = 40
const pieceOfAll = 1_000

const columns = `s.id, h.key, s.type, h.url, coalesce(nullif(s.password, ''), h.code), o.name, s.post, s.title, s.heading, s.at, s.first, s.last, h.health, h.checked
  from sightings s cross join shares h on h.id = s.share cross join sources o on o.id = s.source`

/** Rows are looked up in the order in which the words give them, so the newest come first. The plus keeps the index a narrow row to be read, and not many to be sought. */
const found = `select ${columns.replace(
  'from sightings s',
  `from (select rowid as id from grams where grams match ? and rowid < ? order by rowid desc limit ${mostLookedAt}) g
    cross join sightings m indexed by sightings_by_id on m.id = g.id cross join sightings s on s.id = g.id`,
)} where +m.type in (select value from json_each(?)) and +m.source in (select value from json_each(?)) limit ?`

/** Reads from `db`; `clock` gives milliseconds since any time. */
export function createArchiveReading(db: DatabaseSync, clock: () => number): ArchiveReading {
  const find = db.prepare(found.replace('where +m.type in (select value from json_each(?)) and', 'where'))
  const findOfTypes = db.prepare(found)
  const checked = db.prepare(
    `select key, health, checked from shares where health is not null
     union all select key, 'bad', checked from dead order by checked desc limit ?`,
  )
  const piece = db.prepare(`select ${columns} where s.id >= ? order by s.id limit ${pieceOfAll}`)
  const source = db.prepare('select id from sources where name = ?')
  for (const statement of [find, findOfTypes, checked, piece]) statement.setReturnArrays(true)

  function rowsOf({ ways, types, sources, most, below = Number.MAX_SAFE_INTEGER }: WantedSightings): Iterable<unknown> {
    const words = ways.filter((way) => way.length > 0).map(allOf)
    const ids = sources.flatMap((name) => source.get(name)?.id ?? [])
    if (words.length === 0 || ids.length === 0 || types?.length === 0) return []
    const match = words.join(' OR ')
    if (!types) return find.iterate(match, below, JSON.stringify(ids), most)
    return findOfTypes.iterate(match, below, JSON.stringify(types.map(numberOfType)), JSON.stringify(ids), most)
  }

  return {
    find(wanted) {
      const until = clock() + longestFindMs
      const sightings: KeptSighting[] = []
      for (const row of rowsOf(wanted)) {
        sightings.push(sightingOf(row))
        if (clock() > until) break
      }
      return sightings
    },
    health(most) {
      const states = new Map<string, KnownHealth>()
      for (const row of checked.all(most)) {
        const [key, state, at] = cellsOf(row)
        const health = healthOf(state, at)
        if (health) states.set(String(key), health)
      }
      return states
    },
    stretch(from) {
      const rows = piece.all(from).map(cellsOf)
      const last = rows[pieceOfAll - 1]?.[0]
      return { sightings: rows.map(sightingOf), next: last === undefined ? undefined : Number(last) + 1 }
    },
  }
}

/** Each in quotes, so that nothing in it is a word of the query language. */
function allOf(tokens: readonly string[]): string {
  return `(${tokens.map((token) => `"${token.replaceAll('"', '""')}"`).join(' AND ')})`
}

/** The types of SQLite's binding do not know of rows that are arrays. */
function cellsOf(row: unknown): readonly SQLOutputValue[] {
  return Array.isArray(row) ? row : []
}

function sightingOf(row: unknown): KeptSighting {
  const [place, key, type, url, password, source, post, title, heading, at, first, last, state, checked] = cellsOf(row)
  const health = healthOf(state, checked)
  return {
    place: Number(place),
    key: String(key),
    type: typeOfNumber(type),
    url: String(url),
    password: String(password),
    source: String(source),
    post: String(post),
    title: String(title),
    heading: String(heading),
    at: at === null ? undefined : Number(at),
    firstSeenAt: Number(first),
    lastSeenAt: Number(last),
    ...(health && { health }),
  }
}
