// The SQL interface over a SQLite file. Callers wait for a call before they make the next one; most promises are already resolved.
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { assume, type Compiled, parameterValues, type Sql, type Statement, type Value } from './sql.ts'

/** Rows in one run of a statement; a run has a fixed cost of about the insertion of a row. */
const rowsAtOnce = 16
/** Runs of a statement in one turn of the event loop, about a millisecond: reads need not wait for a large transaction. */
const runsAtOnce = 8

export function createSqliteSql(db: DatabaseSync): Sql {
  const prepared = new Map<string, StatementSync>()
  const prepare = ({ text }: Compiled): StatementSync => {
    const made = prepared.get(text) ?? db.prepare(text)
    prepared.set(text, made)
    return made
  }
  function rowsOf<Row>(compiled: Compiled, values: readonly Value[]): readonly Row[] {
    const rows: unknown = prepare(compiled).all(...values)
    assume<readonly Row[]>(rows)
    return rows
  }
  async function all<A, Row>(statement: Statement<A, Row>, given: A): Promise<readonly Row[]> {
    const compiled = statement.for('sqlite')
    return rowsOf(compiled, parameterValues(compiled, given))
  }
  return {
    engine: 'sqlite',
    all,
    first: async (statement, given) => (await all(statement, given))[0],
    async run(statement, given) {
      const compiled = statement.for('sqlite')
      return Number(prepare(compiled).run(...parameterValues(compiled, given)).changes)
    },
    async allRows<Row>(statement: Statement<object, Row>, rows: Iterable<object>) {
      const left = [...rows]
      const results: (readonly Row[])[] = []
      // The rows that are left over run one by one, so that there are only two texts to prepare.
      while (left.length > 0) {
        const some = left.splice(0, left.length < rowsAtOnce ? 1 : rowsAtOnce)
        const values = some.flatMap((row) => parameterValues(statement.for('sqlite'), row))
        results.push(rowsOf(statement.for('sqlite', some.length), values))
        if (results.length % runsAtOnce === 0) await nextTurn()
      }
      return results.flat()
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
