// The lists that the stories view asks for: the first of each topic on the user's board, so that looking at stories keeps them fresh.
import type { SourceRecord } from '../../../../src/contract/hotlist.ts'
import type { Topic } from '../../components/topics.ts'

const ofFirstTopic = 14
const ofOtherTopics = 3
const ofChosenTopic = 14

/** Ids, at most about fifty. `lists` are those on the board by topic, in the user's order. */
export function readerLists(
  lists: ReadonlyMap<Topic, readonly SourceRecord[]>,
  chosen: Topic | undefined,
): readonly string[] {
  const ids = [...lists].flatMap(([topic, records], at) => {
    const most = topic === chosen ? ofChosenTopic : ofOtherTopics
    return records.slice(0, at === 0 ? ofFirstTopic : most).map(({ id }) => id)
  })
  return ids.sort()
}
