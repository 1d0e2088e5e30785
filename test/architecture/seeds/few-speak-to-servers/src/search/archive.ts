// Seed: breaks the rule that only store/ speaks to PostgreSQL.
import { sql } from 'kysely'
import { Client } from 'pg'

export const all = [new Client(), sql`select 1`]
