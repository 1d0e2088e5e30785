// What upstreams were asked by several replicas, each of which has a stand-in of its own: who asked for what, how often.
import type { Replica } from './fleet.ts'

/** How often each replica asked for an address, by its name. */
export type AsksBy = ReadonlyMap<string, number>

/** Asks by address, those left out of which a word stands in `but`: what was forced, what is asked at the start. */
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

/** How often addresses that hold all of these words were asked for, by any of them. */
export function askedFor(replicas: readonly Replica[], words: readonly string[]): number {
  return replicas
    .flatMap(({ standin }) => standin.asked())
    .filter(({ upstreamUrl }) => words.every((word) => readable(upstreamUrl).includes(word))).length
}

/** How often it was asked for in all. */
function total(asks: AsksBy): number {
  return [...asks.values()].reduce((sum, count) => sum + count, 0)
}

/** Those asked for more often than this in all, in words. */
export function askedMoreThan(most: number, asks: ReadonlyMap<string, AsksBy>): string[] {
  return [...asks]
    .filter(([, by]) => total(by) > most)
    .map(([address, by]) => `${address}: ${[...by].map(([name, count]) => `${name} ${count}`).join(', ')}`)
}

/** Those that one replica alone asked for more often than this, in words. */
export function askedByOneMoreThan(most: number, asks: ReadonlyMap<string, AsksBy>): string[] {
  return [...asks].flatMap(([address, by]) =>
    [...by].filter(([, count]) => count > most).map(([name, count]) => `${address}: ${name} ${count}`),
  )
}

/** How many asks there were in all, and how many of addresses that had been asked before. */
export function counted(asks: ReadonlyMap<string, AsksBy>): { readonly asks: number; readonly again: number } {
  const all = [...asks.values()].reduce((sum, by) => sum + total(by), 0)
  return { asks: all, again: all - asks.size }
}

/** A service looks there once when it starts. */
const startAddress = 'https://t.me/s/telegram'

function readable(address: string): string {
  return decodeURIComponent(address.replaceAll('+', ' '))
}
