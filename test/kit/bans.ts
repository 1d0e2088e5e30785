// Ban lists for tests, kept in memory only and empty at first.
import { type BanList, createBanList } from '../../src/bans/ban-list.ts'
import { createBanParser } from '../../src/bans/parse-ban.ts'
import type { BanKind } from '../../src/contract/bans.ts'
import { shareIdentity } from '../../src/search/ban-identity.ts'
import { noRecordStore } from '../../src/store/records/record-store.ts'

/** Creates a ban list with these bans. */
export function makeBans(...bans: readonly (readonly [BanKind, string])[]): BanList {
  const read = createBanParser(shareIdentity.keyOf)
  const made = bans.map(([kind, value]) => ({ ...read(kind, value), note: '', since: 0 }))
  const epochMs = () => Date.UTC(2026, 10, 20)
  return createBanList({ records: noRecordStore, spellings: shareIdentity, epochMs }, made)
}

/** Adds a ban as an operator does over the API. */
export async function ban(bans: BanList, kind: BanKind, value: string): Promise<void> {
  await bans.change({ add: [{ ...bans.read(kind, value), note: '' }], remove: [] })
}

/** Lifts a ban as an operator does over the API. */
export async function lift(bans: BanList, kind: BanKind, value: string): Promise<void> {
  await bans.change({ add: [], remove: [bans.read(kind, value)] })
}
