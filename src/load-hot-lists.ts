// All hot lists there are, by id; said in the log what of the environment is no setting of theirs.
import { join } from 'node:path'
import { acceptFamily, type HotList } from './hotlist/accept-family.ts'
import type { Logger } from './log.ts'
import { strayNames } from './reading/settings.ts'
import { discover } from './upstream/discover.ts'

const ours = join(import.meta.dirname, 'hotlist/sources')

/**
 * Loads the hot lists of `folder`, ours unless said otherwise, with their settings from `env`.
 * @throws Error in words for the operator, a line for each setting or definition that is wrong, or for an id of two families.
 */
export async function loadHotLists(
  env: Readonly<Record<string, string | undefined>>,
  log: Pick<Logger, 'warn'>,
  folder = ours,
): Promise<ReadonlyMap<string, HotList>> {
  const mistakes: string[] = []
  const families = await discover(folder, (name, exported) => {
    for (const stray of strayNames(name, exported, env)) log.warn(stray)
    try {
      return acceptFamily(name, exported, env)
    } catch (error) {
      mistakes.push(`${name}: ${error instanceof Error ? error.message : error}`)
      return []
    }
  })
  const lists = new Map<string, HotList>()
  for (const list of [...families.values()].flat()) {
    if (lists.has(list.id)) mistakes.push(`${list.family}: ${list.id} is a list of ${lists.get(list.id)?.family} too`)
    lists.set(list.id, list)
  }
  if (mistakes.length > 0) throw new Error(mistakes.join('\n'))
  return lists
}
