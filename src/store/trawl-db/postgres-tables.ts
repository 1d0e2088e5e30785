// The tables of trawl.db in PostgreSQL, written by several replicas.

import { createPostgresLifecycle } from '../postgres/connection-lifecycle.ts'
import type { DatabaseFile } from '../sqlite/database-file.ts'
import { openPostgresDatabase } from './postgres-database.ts'
import type { Database } from './sqlite-database.ts'

/** The tables in the PostgreSQL database at `url`, not connected yet; answers take about `maxBytes`. */
export function createTrawlDbTables(url: URL, maxBytes: number): DatabaseFile<Database> {
  return createPostgresLifecycle({ url, open: (lines) => openPostgresDatabase(lines, maxBytes) })
}
