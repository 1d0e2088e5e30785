// Scenery for the seed.
import { sql } from 'kysely'

export const find = sql`select 1`
