// The tables of trawl.db in PostgreSQL, written by several replicas.
import type { Database } from './database.ts'
import type { DatabaseFile } from './database-file.ts'
import { openPostgresDatabase } from './database-postgres.ts'
import { createPostgresLifecycle } from './postgres-file.ts'

/** The tables in the PostgreSQL database at `url`, not connected yet; answers take about `maxBytes`. */
export function createTrawlDbTables(url: URL, maxBytes: number): DatabaseFile<Database> {
  return createPostgresLifecycle({ url, open: (lines) => openPostgresDatabase(lines, maxBytes) })
}
