// The SQL interface over a SQLite file. All calls are synchronous; the promises are already resolved.
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { assumeRows, type Compiled, type NoArguments, parameterValues, type Sql, type Statement } from './sql.ts'

export function createSqliteSql(db: DatabaseSync): Sql {
  const prepared = new Map<string, StatementSync>()
  const prepare = ({ text }: Compiled): StatementSync => {
    const known = prepared.get(text)
    if (known) return known
    const made = db.prepare(text)
    prepared.set(text, made)
    return made
  }
  function allSync<Row>(compiled: Compiled, given: object): readonly Row[] {
    const rows = prepare(compiled).all(...parameterValues(compiled, given))
    assumeRows<Row>(rows)
    return rows
  }
  const runSync = (compiled: Compiled, given: object): number =>
    Number(prepare(compiled).run(...parameterValues(compiled, given)).changes)
  async function all<Row>(...[statement, given]: Parameters<Sql['all']>): Promise<readonly Row[]> {
    return allSync(statement.for('sqlite'), given)
  }
  async function transaction<T>(work: () => Promise<T>): Promise<T> {
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
  }
  return {
    engine: 'sqlite',
    all,
    first: async <Row>(...asked: Parameters<Sql['first']>) => (await all<Row>(...asked))[0],
    run: async (statement, given) => runSync(statement.for('sqlite'), given),
    async runRows(statement, rows) {
      const runAll = async () => {
        for (const row of rows) runSync(statement.for('sqlite'), row)
      }
      await (db.isTransaction ? runAll() : transaction(runAll))
    },
    async allRows<Row>(statement: Statement<NoArguments, Row>, rows: Iterable<object>) {
      return [...rows].flatMap((row) => allSync<Row>(statement.for('sqlite'), row))
    },
    transaction,
    script: async (text) => db.exec(text),
  }
}
