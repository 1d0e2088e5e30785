// Keeps a list of dead shares that were evicted from the archive, so that they are not shown as alive when they reappear.

import { statementLookup } from '../sql/compiled-statements.ts'
import { toJsonList } from '../sql/json-lists.ts'
import type { Sql } from '../sql/sql.ts'
import type * as made from '../sql/statements/archive-dead.ts'

/** A dead share without a row in `shares`, and when it was found dead. */
export interface DeadShare {
  readonly key: string
  readonly checked: number
}

/** Maximum number of entries. */
export const maxDeadShares = 20_000
/** Real keys are much shorter; the limit keeps the table small. */
const maxKeyLength = 200

const ofDead = statementLookup<typeof made>('archive-dead')

/** Whether the key is short enough to be stored. */
export function isStorableKey(key: string): boolean {
  return key.length <= maxKeyLength
}

/** Adds dead shares, the last one as the newest, and removes the oldest entries beyond the limit. Call inside a transaction. */
export async function addDeadShares(sql: Sql, shares: readonly DeadShare[]): Promise<void> {
  if (shares.length === 0) return
  await sql.run(ofDead('add'), { list: toJsonList(shares.map((share, at) => ({ ...share, place: at + 1 }))) })
  await sql.run(ofDead('trim'), { most: maxDeadShares })
}

/** Removes dead shares. Call inside a transaction. */
export async function removeDeadShares(sql: Sql, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await sql.run(ofDead('remove'), { keys: toJsonList(keys) })
}
