// Merges migrated sightings with those in the target: the newer one wins. Idempotent.
import { crc32 } from 'node:zlib'
import type { Ledger } from './archive-ledger.ts'
import type { Row } from './archive-ledger-rows.ts'
import { type MovingSighting, mergeShare } from './moving-sighting.ts'

/** The result for a sighting: it or a newer one is in the target; it is new; it changes a row; three newer titles are in the target. */
export type Fate = 'there' | 'added' | 'changed' | 'late'

export interface Merging {
  readonly ledger: Ledger
  /** Computes the search tokens, separated by blanks, which no database returns. */
  readonly tokensOf: (title: string, heading: string) => string
  /** Rows whose first date changes. */
  readonly firsts: Map<Row, number>
}

/** Maximum titles of a share from one source. */
const mostTitles = 3

/** Planned changes, and the result for each sighting. */
export interface Plan {
  readonly fates: ReadonlyMap<number, Fate>
  /** Changes by sighting id; applying them in this order preserves the order of searches. */
  readonly puts: readonly { readonly id: number; put(): void }[]
  /** Removes superseded rows; call it after all `puts`. */
  end(): void
}

/** All sightings of a share by one source; those up to the id `upTo` are applied. */
export interface Group {
  readonly sightings: readonly MovingSighting[]
  readonly upTo: number
}

/**
 * Plans the merge in memory: of the sightings in both databases the newest remain, one for each title and each post. The result does not depend
 * on how often it is repeated.
 */
export function planSightings(merging: Merging, group: Group): Plan {
  const [first] = group.sightings
  if (!first) return { fates: new Map(), puts: [], end: () => undefined }
  const { share, isChanged } = mergeShare(merging.ledger, first)
  const plan = planRows(merging, { share: share.id, source: merging.ledger.source(first.source) }, group)
  if (!isChanged) return plan
  const fates = [...plan.fates].map(([id, fate]) => [id, fate === 'there' ? 'changed' : fate] as const)
  return { ...plan, fates: new Map(fates) }
}

type Words = Pick<Row, 'at' | 'first' | 'last' | 'post' | 'title' | 'password'>

/** A row of the target, or a migrated sighting. */
type Candidate = { readonly said: Words } & ({ readonly row: Row } | { readonly given: MovingSighting })

type RowPlace = Pick<Row, 'share' | 'source'>

function planRows(merging: Merging, place: RowPlace, { sightings, upTo }: Group): Plan {
  const { ledger } = merging
  const there = ledger.rows(place.share, place.source)
  const [only] = sightings
  if (only && there.length === 0 && sightings.length === 1) return planAlone(merging, place, only)
  // Of two equally old ones the target's row comes first.
  const all: Candidate[] = [
    ...there.map((row) => ({ said: row, row })),
    ...sightings.map((given) => ({ said: given, given })),
  ]
  all.sort((one, other) => byAge(other.said, one.said))
  const picked = pick(all)
  const left = new Set(there).difference(new Set(picked.flatMap((one) => ('row' in one ? [one.row] : []))))
  const changed = new Set<Candidate>()
  const coming: MovingSighting[] = []
  for (const one of picked) {
    const said = joined(one.said, all)
    if ('given' in one) coming.push({ ...one.given, ...said })
    else if (correct(merging, said, one.row)) changed.add(one)
  }
  return {
    fates: fatesOf(sightings, picked, changed),
    puts: coming
      .filter(({ id }) => id <= upTo)
      .map((given) => ({ id: given.id, put: () => put(merging, given, { ...place, left }) })),
    end() {
      if (coming.some(({ id }) => id > upTo)) return
      for (const row of left) ledger.removeRow(row)
    },
  }
}

/** The common case: a single sighting without a counterpart in the target. */
function planAlone(merging: Merging, place: RowPlace, given: MovingSighting): Plan {
  const { id } = given
  return {
    fates: new Map([[id, 'added']]),
    puts: [{ id, put: () => add(merging, given, place) }],
    end: () => undefined,
  }
}

/** Picks the newest, one for each title and each post. */
function pick(newestFirst: readonly Candidate[]): Candidate[] {
  const picked: Candidate[] = []
  for (const one of newestFirst)
    if (picked.length < mostTitles && !picked.some(({ said }) => isSame(said, one.said))) picked.push(one)
  return picked
}

function isSame(one: Words, other: Words): boolean {
  return one.title === other.title || one.post === other.post
}

type Joined = Pick<Words, 'first' | 'password'>

/** The first date and the access code, from all equal candidates. */
function joined(said: Words, newestFirst: readonly Candidate[]): Joined {
  const same = newestFirst.filter((other) => isSame(said, other.said)).map((other) => other.said)
  return {
    first: Math.min(...same.map(({ first }) => first)),
    password: said.password || (same.find(({ password }) => password !== '')?.password ?? ''),
  }
}

/** Applies both to a row; whether it changed. */
function correct({ ledger, firsts }: Merging, { first, password }: Joined, row: Row): boolean {
  const isOther = password !== row.password
  if (isOther) ledger.touched(Object.assign(row, { password } satisfies Partial<Row>))
  if (first !== row.first) firsts.set(row, first)
  return isOther || first !== row.first
}

/** Replaces a superseded row of the same content, or adds a row. */
function put(merging: Merging, given: MovingSighting, place: RowPlace & { readonly left: Set<Row> }): void {
  const { ledger, firsts } = merging
  const { left, share, source } = place
  const old = [...left].find(({ title }) => title === given.title) ?? [...left].find((row) => isSame(row, given))
  if (!old) {
    add(merging, given, { share, source })
    return
  }
  left.delete(old)
  if (given.first !== old.first) firsts.set(old, given.first)
  const { last, password } = given
  if ((['type', 'at', 'post', 'title', 'heading'] as const).every((name) => given[name] === old[name])) {
    ledger.touched(Object.assign(old, { last, password } satisfies Partial<Row>))
    return
  }
  ledger.rewritten(
    old,
    (['post', 'title', 'heading'] as const).some((name) => given[name] !== old[name]),
  )
  Object.assign(old, contentOf(merging, given) satisfies Partial<Row>)
}

function add(merging: Merging, given: MovingSighting, { share, source }: RowPlace): void {
  merging.ledger.addRow({ share, source, ...contentOf(merging, given), first: given.first })
}

function contentOf({ tokensOf }: Merging, { type, at, last, post, title, heading, password }: MovingSighting) {
  const tokens = tokensOf(title, heading)
  return { type, at, last, post, title, heading, password, tokens, sum: crc32(tokens) }
}

function fatesOf(group: readonly MovingSighting[], picked: readonly Candidate[], changed: ReadonlySet<Candidate>) {
  const fates = new Map<number, Fate>()
  for (const given of group) {
    const one = picked.find(({ said }) => isSame(said, given))
    const isThis = one && 'given' in one && one.given.id === given.id
    if (!one) fates.set(given.id, 'late')
    else if (isThis) fates.set(given.id, 'added')
    else fates.set(given.id, changed.has(one) ? 'changed' : 'there')
  }
  return fates
}

/** Sightings without a date sort before all others. */
function byAge(one: Words, other: Words): number {
  const timeOf = ({ at }: Words) => at ?? -Number.MAX_VALUE
  return timeOf(one) - timeOf(other) || one.last - other.last
}
