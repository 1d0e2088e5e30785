// The tables of trawl.db, which are the same in PostgreSQL.
import { createStatements } from './sql.ts'

interface Tables {
  answers: {
    readonly key: string
    readonly at: number
    readonly until: number
    readonly used: number
    /** Bytes of the body. */
    readonly bytes: number
    readonly body: Uint8Array
  }
  records: {
    readonly name: string
    /** Another with every write. */
    readonly revision: number
    readonly body: Uint8Array
  }
}

/** Makes statements over them. */
export const statement = createStatements<Tables>()
