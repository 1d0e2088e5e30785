// Compiles the statements of storage code to SQL for each database and writes src/store/sql/statements.json.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { madeStatements, statementsFile } from './compile-statements.ts'

writeFileSync(join(import.meta.dirname, '../src/store/sql/statements.json'), statementsFile(await madeStatements()))
