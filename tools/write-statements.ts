// Writes down what the statements of storage code are in the words of each database: src/store/sql/statements.json.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { madeStatements, statementsFile } from './compile-statements.ts'

writeFileSync(join(import.meta.dirname, '../src/store/sql/statements.json'), statementsFile(await madeStatements()))
