// `trawl hot --history`: the items of lists over the last week, with their ranks over time.

import { foldWords } from '../../contract/fold-text.ts'
import { containsAll, searchWords } from '../../contract/match-words.ts'
import type { Session } from '../connect.ts'
import type { ItemOverTime } from '../terminal/format-history.ts'
import { listsCalled } from './hot-at.ts'

/** The service lists no more. */
const maxListed = 500

/** The parts of each list to show. */
interface HistoryChoice {
  /** Only items with this id, or these words in the title. */
  readonly item: string | undefined
  readonly limit: number
}

/** The items of each list, those that stood highest first. @throws (rejects) UsageError for an unknown id, TrawlError where the history is missing. */
export async function loadHistory(ids: readonly string[], { item, limit }: HistoryChoice, session: Session) {
  const { client, terminal } = session
  const options = { signal: terminal.interrupted }
  const words = item === undefined ? undefined : searchWords(foldWords(item))
  const overTime = async (list: string, id: string): Promise<ItemOverTime[]> => {
    const answer = await client.history(list, { item: id }, options)
    if (!('points' in answer)) return []
    const { item, points, firstSeen, lastSeen, peak } = answer
    return [{ ...item, firstSeen, lastSeen, peak, points }]
  }
  return await Promise.all(
    (await listsCalled(ids, session)).map(async ({ id: source, name }) => {
      const answer = await client.history(source, { limit: words === undefined ? limit : maxListed }, options)
      const listed = 'items' in answer ? answer.items : []
      const wanted = listed.filter(({ id, title }) => !words || id === item || containsAll(foldWords(title), words))
      const items = await Promise.all(wanted.slice(0, limit).map(({ id }) => overTime(source, id)))
      return { source, name, from: answer.from, to: answer.to, items: items.flat() }
    }),
  )
}
