// Merges migrated sightings with those in the target: the newer one wins. Idempotent.
import { crc32 } from 'node:zlib'
import type { UnitOfWork } from '../archive/unit-of-work.ts'
import type { UnitOfWorkRow } from '../archive/unit-of-work-rows.ts'
import { type MigratingSighting, mergeShare } from './sighting.ts'

/** The result for a sighting: it or a newer one is in the target; it is new; it changes a row; three newer titles are in the target. */
export type MergeResult = 'there' | 'added' | 'changed' | 'late'

export interface MergeContext {
  readonly ledger: UnitOfWork
  /** Computes the search tokens, separated by blanks, which no database returns. */
  readonly tokensOf: (title: string, heading: string) => string
  /** Rows whose first date changes. */
  readonly firsts: Map<UnitOfWorkRow, number>
}

/** Maximum titles of a share from one source. */
const maxTitles = 3

/** Planned changes, and the result for each sighting. */
export interface MergePlan {
  readonly fates: ReadonlyMap<number, MergeResult>
  /** Changes by sighting id; applying them in this order preserves the order of searches. */
  readonly puts: readonly { readonly id: number; put(): void }[]
  /** Removes superseded rows; call it after all `puts`. */
  end(): void
}

/** All sightings of a share by one source; those up to the id `upTo` are applied. */
export interface SightingGroup {
  readonly sightings: readonly MigratingSighting[]
  readonly upTo: number
}

/**
 * Plans the merge in memory: of the sightings in both databases the newest remain, one for each title and each post. The result does not depend
 * on how often it is repeated.
 */
export function planSightings(merging: MergeContext, group: SightingGroup): MergePlan {
  const [first] = group.sightings
  if (!first) return { fates: new Map(), puts: [], end: () => undefined }
  const { share, isChanged } = mergeShare(merging.ledger, first)
  const plan = planRows(merging, { share: share.id, source: merging.ledger.source(first.source) }, group)
  if (!isChanged) return plan
  const fates = [...plan.fates].map(([id, fate]) => [id, fate === 'there' ? 'changed' : fate] as const)
  return { ...plan, fates: new Map(fates) }
}

type SightingFields = Pick<UnitOfWorkRow, 'at' | 'first' | 'last' | 'post' | 'title' | 'password'>

/** A row of the target, or a migrated sighting. */
type Candidate = { readonly said: SightingFields } & (
  | { readonly row: UnitOfWorkRow }
  | { readonly given: MigratingSighting }
)

type SightingPair = Pick<UnitOfWorkRow, 'share' | 'source'>

function planRows(merging: MergeContext, place: SightingPair, { sightings, upTo }: SightingGroup): MergePlan {
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
  const coming: MigratingSighting[] = []
  for (const one of picked) {
    const said = combine(one.said, all)
    if ('given' in one) coming.push({ ...one.given, ...said })
    else if (applyCombined(merging, said, one.row)) changed.add(one)
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
function planAlone(merging: MergeContext, place: SightingPair, given: MigratingSighting): MergePlan {
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
    if (picked.length < maxTitles && !picked.some(({ said }) => isSame(said, one.said))) picked.push(one)
  return picked
}

function isSame(one: SightingFields, other: SightingFields): boolean {
  return one.title === other.title || one.post === other.post
}

type CombinedFields = Pick<SightingFields, 'first' | 'password'>

/** The first date and the access code, from all equal candidates. */
function combine(said: SightingFields, newestFirst: readonly Candidate[]): CombinedFields {
  const same = newestFirst.filter((other) => isSame(said, other.said)).map((other) => other.said)
  return {
    first: Math.min(...same.map(({ first }) => first)),
    password: said.password || (same.find(({ password }) => password !== '')?.password ?? ''),
  }
}

/** Applies both to a row; whether it changed. */
function applyCombined(
  { ledger, firsts }: MergeContext,
  { first, password }: CombinedFields,
  row: UnitOfWorkRow,
): boolean {
  const isOther = password !== row.password
  if (isOther) ledger.markTouched(Object.assign(row, { password } satisfies Partial<UnitOfWorkRow>))
  if (first !== row.first) firsts.set(row, first)
  return isOther || first !== row.first
}

/** Replaces a superseded row of the same content, or adds a row. */
function put(
  merging: MergeContext,
  given: MigratingSighting,
  place: SightingPair & { readonly left: Set<UnitOfWorkRow> },
): void {
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
    ledger.markTouched(Object.assign(old, { last, password } satisfies Partial<UnitOfWorkRow>))
    return
  }
  ledger.markRewritten(
    old,
    (['post', 'title', 'heading'] as const).some((name) => given[name] !== old[name]),
  )
  Object.assign(old, contentOf(merging, given) satisfies Partial<UnitOfWorkRow>)
}

function add(merging: MergeContext, given: MigratingSighting, { share, source }: SightingPair): void {
  merging.ledger.addRow({ share, source, ...contentOf(merging, given), first: given.first })
}

function contentOf({ tokensOf }: MergeContext, { type, at, last, post, title, heading, password }: MigratingSighting) {
  const tokens = tokensOf(title, heading)
  return { type, at, last, post, title, heading, password, tokens, sum: crc32(tokens) }
}

function fatesOf(group: readonly MigratingSighting[], picked: readonly Candidate[], changed: ReadonlySet<Candidate>) {
  const fates = new Map<number, MergeResult>()
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
function byAge(one: SightingFields, other: SightingFields): number {
  const timeOf = ({ at }: SightingFields) => at ?? -Number.MAX_VALUE
  return timeOf(one) - timeOf(other) || one.last - other.last
}
