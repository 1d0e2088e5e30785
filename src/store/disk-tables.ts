// The tables of trawl.db in PostgreSQL, which several replicas write.
import type { Database } from './database.ts'
import type { DatabaseFile } from './database-file.ts'
import { openPostgresDatabase } from './database-postgres.ts'
import { createPostgresFile } from './postgres-file.ts'

/** Keeps them in the PostgreSQL at `url`; answers take about `maxBytes`. Nothing is connected yet. */
export function createDiskTables(url: URL, maxBytes: number): DatabaseFile<Database> {
  return createPostgresFile({ url, open: (lines) => openPostgresDatabase(lines, maxBytes) })
}
