// The tables of trawl.db in PostgreSQL, written by several replicas.
import type { Database } from './database.ts'
import type { DatabaseFile } from './database-file.ts'
import { openPostgresDatabase } from './database-postgres.ts'
import { createPostgresFile } from './postgres-file.ts'

/** The tables in the PostgreSQL database at `url`, not connected yet; answers take about `maxBytes`. */
export function createDiskTables(url: URL, maxBytes: number): DatabaseFile<Database> {
  return createPostgresFile({ url, open: (lines) => openPostgresDatabase(lines, maxBytes) })
}
