// What sightings that move make of what their new database has of the share: what is newer stays, and moved twice it is as moved once.
import { crc32 } from 'node:zlib'
import type { Ledger } from './archive-ledger.ts'
import type { Row } from './archive-ledger-rows.ts'
import { type MovingSighting, mergeShare } from './moving-sighting.ts'

/** What becomes of one: it is there, or something newer in its place; new; something it says is new; three newer titles are there. */
export type Fate = 'there' | 'added' | 'changed' | 'late'

export interface Merging {
  readonly ledger: Ledger
  /** What a sighting is found by, with blanks between: no database gives that back. */
  readonly tokensOf: (title: string, heading: string) => string
  /** Rows that were seen first at another time than they say. */
  readonly firsts: Map<Row, number>
}

/** Titles of a share that one source showed. */
const mostTitles = 3

/** What is to be done, and what becomes of each. */
export interface Plan {
  readonly fates: ReadonlyMap<number, Fate>
  /** By the numbers of sightings: whoever does these in their order keeps that order. */
  readonly puts: readonly { readonly id: number; put(): void }[]
  /** Removes what is left over, after these. */
  end(): void
}

/** All that one source showed of one share, of which those up to a number are to be put. */
export interface Group {
  readonly sightings: readonly MovingSighting[]
  readonly upTo: number
}

/**
 * Plans how they are taken over in the memory of the ledger: of these and those that are there the newest stay, one for each title and each
 * post. Whoever comes to the same ones again comes to the same end.
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

/** A row that is there, or a sighting that comes. */
type Candidate = { readonly said: Words } & ({ readonly row: Row } | { readonly given: MovingSighting })

type RowPlace = Pick<Row, 'share' | 'source'>

function planRows(merging: Merging, place: RowPlace, { sightings, upTo }: Group): Plan {
  const { ledger } = merging
  const there = ledger.rows(place.share, place.source)
  const [only] = sightings
  if (only && there.length === 0 && sightings.length === 1) return planAlone(merging, place, only)
  // Of two that are as old the one that is there goes first.
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

/** As most are. */
function planAlone(merging: Merging, place: RowPlace, given: MovingSighting): Plan {
  const { id } = given
  return {
    fates: new Map([[id, 'added']]),
    puts: [{ id, put: () => add(merging, given, place) }],
    end: () => undefined,
  }
}

/** The newest, one for each title and each post. */
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

/** When it was seen first, and its code, by all that say something of it. */
function joined(said: Words, newestFirst: readonly Candidate[]): Joined {
  const same = newestFirst.filter((other) => isSame(said, other.said)).map((other) => other.said)
  return {
    first: Math.min(...same.map(({ first }) => first)),
    password: said.password || (same.find(({ password }) => password !== '')?.password ?? ''),
  }
}

/** Whether there was something to correct. */
function correct({ ledger, firsts }: Merging, { first, password }: Joined, row: Row): boolean {
  const isOther = password !== row.password
  if (isOther) ledger.touched(Object.assign(row, { password } satisfies Partial<Row>))
  if (first !== row.first) firsts.set(row, first)
  return isOther || first !== row.first
}

/** Puts it in the place of a row that is left over and says the same, or adds it. */
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

/** What has no time is older than what has one. */
function byAge(one: Words, other: Words): number {
  const timeOf = ({ at }: Words) => at ?? -Number.MAX_VALUE
  return timeOf(one) - timeOf(other) || one.last - other.last
}
