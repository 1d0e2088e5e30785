// Remembers which shares were dead when the archive had no room for them, so that nobody takes them for living when they are shown again.
import type { Sql } from './sql.ts'
import { asList } from './sql-lists.ts'
import type * as made from './statements/archive-dead.ts'
import { statementsOf } from './statements-written.ts'

/** A share that has no row in `shares`, and when it was found dead. */
export interface DeadShare {
  readonly key: string
  readonly checked: number
}

/** So many are remembered. */
export const mostRemembered = 20_000
/** Keys of clouds that are checked are much shorter; the table is to stay small. */
const longestKey = 200

const ofDead = statementsOf<typeof made>('archive-dead')

/** Whether so long a key is remembered. */
export function canBeRemembered(key: string): boolean {
  return key.length <= longestKey
}

/** Remembers them, each once, the last of them longest; beyond the bound those remembered first are forgotten. Inside a transaction, like all here. */
export async function rememberDead(sql: Sql, shares: readonly DeadShare[]): Promise<void> {
  if (shares.length === 0) return
  await sql.run(ofDead('add'), { list: asList(shares.map((share, at) => ({ ...share, place: at + 1 }))) })
  await sql.run(ofDead('trim'), { most: mostRemembered })
}

/** Forgets them. */
export async function forgetDead(sql: Sql, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await sql.run(ofDead('remove'), { keys: asList(keys) })
}
