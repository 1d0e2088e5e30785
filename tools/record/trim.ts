// Trims the bodies of a draft fixture to a few entries while the source still reads the same items from them.
import { bytesOf, removableIn, without } from './cut-points.ts'
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
  for (const exchange of exchanges.toSorted((one, other) => other.body.length - one.body.length)) {
    const put = (body: Uint8Array) => draft.map((other) => (other === exchange ? { ...exchange, body } : other))
    draft = put(await cutBody(exchange.body, keep, (tried) => isGood(put(tried))))
  }
  for (const exchange of draft.toReversed()) {
    const others = draft.filter((other) => other !== exchange)
    if (others.length > 0 && (await isGood(others))) draft = others
  }
  return draft
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

/** The body without all that it can lack or, if the replay then fails, without each part that it can lack after the parts before. */
async function cutBody(
  body: Uint8Array,
  keep: number,
  isGood: (body: Uint8Array) => Promise<boolean>,
): Promise<Uint8Array> {
  const removable = removableIn(body, keep)
  const all = removable.flat()
  if (all.length === 0 || (await isGood(without(body, all)))) return without(body, all)
  let gone: typeof all = []
  for (const part of removable.filter((one) => bytesOf(one) >= smallestBytes).slice(0, mostPlaces))
    if (await isGood(without(body, [...gone, ...part]))) gone = [...gone, ...part]
  return without(body, gone)
}
