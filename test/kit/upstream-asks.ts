// Counts the requests of several replicas to upstreams; each replica has its own stand-in.
import type { Replica } from './fleet.ts'

/** Requests per replica name. */
export type AsksBy = ReadonlyMap<string, number>

/**
 * Requests by address, without addresses that contain a word of `but`, such as forced searches and requests at start.
 */
export function asksByAddress(replicas: readonly Replica[], but: readonly string[] = []): Map<string, AsksBy> {
  const found = new Map<string, Map<string, number>>()
  for (const { name, standin } of replicas) {
    for (const { upstreamUrl } of standin.asked()) {
      const address = readable(upstreamUrl)
      if (address === startAddress || but.some((word) => address.includes(word))) continue
      const asks = found.get(address) ?? new Map<string, number>()
      asks.set(name, (asks.get(name) ?? 0) + 1)
      found.set(address, asks)
    }
  }
  return found
}

/** Requests of all replicas for addresses that contain all of these words. */
export function askedFor(replicas: readonly Replica[], words: readonly string[]): number {
  return replicas
    .flatMap(({ standin }) => standin.asked())
    .filter(({ upstreamUrl }) => words.every((word) => readable(upstreamUrl).includes(word))).length
}

/** Requests of all replicas together. */
function total(asks: AsksBy): number {
  return [...asks.values()].reduce((sum, count) => sum + count, 0)
}

/** Describes addresses with more requests than `most` in total. */
export function askedMoreThan(most: number, asks: ReadonlyMap<string, AsksBy>): string[] {
  return [...asks]
    .filter(([, by]) => total(by) > most)
    .map(([address, by]) => `${address}: ${[...by].map(([name, count]) => `${name} ${count}`).join(', ')}`)
}

/** Describes addresses with more requests than `most` by one replica. */
export function askedByOneMoreThan(most: number, asks: ReadonlyMap<string, AsksBy>): string[] {
  return [...asks].flatMap(([address, by]) =>
    [...by].filter(([, count]) => count > most).map(([name, count]) => `${address}: ${name} ${count}`),
  )
}

/** The number of requests, and how many of them repeated an address. */
export function counted(asks: ReadonlyMap<string, AsksBy>): { readonly asks: number; readonly again: number } {
  const all = [...asks.values()].reduce((sum, by) => sum + total(by), 0)
  return { asks: all, again: all - asks.size }
}

/** A service asks this address once at start. */
const startAddress = 'https://t.me/s/telegram'

function readable(address: string): string {
  return decodeURIComponent(address.replaceAll('+', ' '))
}
