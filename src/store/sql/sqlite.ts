// The SQL interface over a SQLite file. All calls are synchronous; the promises are already resolved.
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { assumeRows, type Compiled, parameterValues, type Sql } from './sql.ts'

export function createSqliteSql(db: DatabaseSync): Sql {
  const prepared = new Map<string, StatementSync>()
  const prepare = ({ text }: Compiled): StatementSync => {
    const known = prepared.get(text)
    if (known) return known
    const made = db.prepare(text)
    prepared.set(text, made)
    return made
  }
  async function all<Row>(...[statement, given]: Parameters<Sql['all']>): Promise<readonly Row[]> {
    const compiled = statement.for('sqlite')
    const rows = prepare(compiled).all(...parameterValues(compiled, given))
    assumeRows<Row>(rows)
    return rows
  }
  return {
    engine: 'sqlite',
    all,
    first: async <Row>(...asked: Parameters<Sql['first']>) => (await all<Row>(...asked))[0],
    async run(statement, given) {
      const compiled = statement.for('sqlite')
      return Number(prepare(compiled).run(...parameterValues(compiled, given)).changes)
    },
    async transaction(work) {
      db.exec('begin immediate')
      try {
        const result = await work()
        db.exec('commit')
        return result
      } catch (error) {
        // A failure may have rolled back already.
        if (db.isTransaction) db.exec('rollback')
        throw error
      }
    },
    script: async (text) => db.exec(text),
  }
}
