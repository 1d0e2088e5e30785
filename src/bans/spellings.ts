// What bans must be told of addresses: which of them are the same share, or the same cloud.
import type { KeyOf } from './read-ban.ts'

/** Ways to write one thing, brought together. */
export interface Spellings {
  readonly keyOf: KeyOf
  /** Under which key a share is banned: the same for shares that have keys of their own and are one for all that. */
  banKeyOf(key: string): string
  /** All hosts of the clouds that have this host, or one below it; none where it is of no cloud. */
  aliasesOf(host: string): readonly string[]
  /** The addresses that stand inside another, decoded; none in nearly all. */
  innersOf(address: string): readonly string[]
}
