// Trims the bodies of a draft fixture to a few entries while the source still reads the same items from them.
import { type Cuttable, cuttable } from './cut-points.ts'
import type { DraftExchange, Replayed } from './draft.ts'

/** Replays exchanges. */
export type Replay = (exchanges: readonly DraftExchange[]) => Promise<Replayed>

/** A large page has hundreds of places; the smallest are skipped. */
const mostPlaces = 60
const smallestBytes = 200

/** Trims every body, the largest first, then drops the exchanges that are no longer requested. */
export async function trimmed(
  exchanges: readonly DraftExchange[],
  keep: number,
  replay: Replay,
): Promise<DraftExchange[]> {
  const isGood = goodAs(await replay(exchanges), replay)
  let draft = [...exchanges]
  const inOrder = [...exchanges.keys()].toSorted((one, other) => sizeOf(draft[other]) - sizeOf(draft[one]))
  for (const at of inOrder) {
    const exchange = draft[at]
    if (!exchange) continue
    const places = cuttable(exchange.body, keep)
    const put = (body: Uint8Array) => draft.map((other) => (other === exchange ? { ...exchange, body } : other))
    const body = await cutBody(places, keep, (tried) => isGood(put(tried)))
    if (body) draft = put(body)
  }
  return asked(draft, isGood)
}

function sizeOf(exchange: DraftExchange | undefined): number {
  return exchange?.body.length ?? 0
}

/** Whether a replay returns some of the original items, unchanged. */
function goodAs(whole: Replayed, replay: Replay): (exchanges: readonly DraftExchange[]) => Promise<boolean> {
  const known = new Set(whole.items.map((item) => JSON.stringify(item)))
  const fewest = Math.min(2, whole.items.length)
  return async (exchanges) => {
    const { items, isWhole, strays } = await replay(exchanges)
    const isSame = isWhole === whole.isWhole && strays.length === 0
    return isSame && items.length >= fewest && items.every((item) => known.has(JSON.stringify(item)))
  }
}

/** The body cut at all places, or at each place where the replay still works; undefined when no cut works. */
async function cutBody(
  { places, cut }: Cuttable,
  keep: number,
  isGood: (body: Uint8Array) => Promise<boolean>,
): Promise<Uint8Array | undefined> {
  if (places.length === 0) return undefined
  const all = new Map(places.map(({ name, isIdle }) => [name, firstOnes(isIdle ? 0 : keep)]))
  if (await isGood(cut(all))) return cut(all)
  const left = new Map<string, ReadonlySet<number>>()
  const largest = places.filter(({ bytes }) => bytes >= smallestBytes).toSorted((one, other) => other.bytes - one.bytes)
  for (const place of largest.slice(0, mostPlaces)) {
    const first = firstOnes(place.isIdle ? 0 : keep)
    if (await isGood(cut(new Map([...left, [place.name, first] as const])))) left.set(place.name, first)
  }
  return left.size === 0 ? undefined : cut(left)
}

function firstOnes(count: number): ReadonlySet<number> {
  return new Set(Array.from({ length: count }).keys())
}

/** Drops exchanges that the source does not request. */
async function asked(
  draft: readonly DraftExchange[],
  isGood: (exchanges: readonly DraftExchange[]) => Promise<boolean>,
): Promise<DraftExchange[]> {
  let stored = [...draft]
  for (const exchange of draft.toReversed()) {
    const others = stored.filter((other) => other !== exchange)
    if (others.length > 0 && (await isGood(others))) stored = others
  }
  return stored
}
