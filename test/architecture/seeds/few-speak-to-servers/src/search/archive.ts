// Seed: breaks the rule that only store/ speaks to PostgreSQL.
import { Client } from 'pg'

export const all = [new Client()]
