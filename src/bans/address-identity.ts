// What ban matching needs to know about addresses: which are the same share or the same cloud.
import type { ShareKeyOf } from './parse-ban.ts'

/** Identifies addresses. */
export interface AddressIdentity {
  readonly keyOf: ShareKeyOf
  /** The ban key of a share key: equal for different share keys of the same share. */
  banKeyOf(key: string): string
  /** All hosts of the clouds that have this host or a subdomain of it; empty if there is no such cloud. */
  aliasesOf(host: string): readonly string[]
  /** The addresses nested in another, decoded; usually empty. */
  nestedAddresses(address: string): readonly string[]
}
