// The SQL interface over a SQLite file. Callers wait for a call before they make the next one; most promises are already resolved.
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  assumeRows,
  type Compiled,
  type NoArguments,
  parameterValues,
  type Sql,
  type Statement,
  type Value,
} from './sql.ts'

/** Rows in one run of a statement; a run has a fixed cost of about the insertion of a row. */
const rowsAtOnce = 16
/** Runs of a statement in one turn of the event loop: about a millisecond. */
const runsAtOnce = 8

export function createSqliteSql(db: DatabaseSync): Sql {
  const prepared = new Map<string, StatementSync>()
  const prepare = ({ text }: Compiled): StatementSync => {
    const known = prepared.get(text)
    if (known) return known
    const made = db.prepare(text)
    prepared.set(text, made)
    return made
  }
  function allSync<Row>({ compiled, values }: Run): readonly Row[] {
    const rows = prepare(compiled).all(...values)
    assumeRows<Row>(rows)
    return rows
  }
  const runSync = ({ compiled, values }: Run): number => Number(prepare(compiled).run(...values).changes)
  async function all<Row>(...[statement, given]: Parameters<Sql['all']>): Promise<readonly Row[]> {
    return allSync(runOf(statement, given))
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
    run: async (statement, given) => runSync(runOf(statement, given)),
    async runRows(statement, rows) {
      const runAll = () => inTurns(runsOf(statement, rows), runSync)
      await (db.isTransaction ? runAll() : transaction(runAll))
    },
    async allRows<Row>(statement: Statement<NoArguments, Row>, rows: Iterable<object>) {
      return (await inTurns(runsOf(statement, rows), allSync<Row>)).flat()
    },
    transaction,
    script: async (text) => db.exec(text),
  }
}

/** One run of a statement: its text, and the values of its parameters. */
interface Run {
  readonly compiled: Compiled
  readonly values: readonly Value[]
}

/** Lets other databases of the thread have their turn after some runs, so that they need not wait for a large transaction. */
async function inTurns<Result>(runs: Iterable<Run>, execute: (run: Run) => Result): Promise<Result[]> {
  const results: Result[] = []
  for (const run of runs) {
    results.push(execute(run))
    if (results.length % runsAtOnce === 0) await nextTurn()
  }
  return results
}

function runOf(statement: Pick<Statement<NoArguments, unknown>, 'for'>, given: object): Run {
  const compiled = statement.for('sqlite')
  return { compiled, values: parameterValues(compiled, given) }
}

/** The runs for all rows; the rows that are left over run one by one, so that there are only two texts to prepare. */
function* runsOf(statement: Statement<NoArguments, unknown>, rows: Iterable<object>): Generator<Run> {
  const left = [...rows]
  while (left.length > 0) {
    const some = left.splice(0, left.length < rowsAtOnce ? 1 : rowsAtOnce)
    const values = some.flatMap((row) => runOf(statement, row).values)
    yield { compiled: statement.for('sqlite', some.length), values }
  }
}
