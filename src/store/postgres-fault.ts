// What is wrong when PostgreSQL cannot be used, in a word for us and in a sentence for people, which names neither host nor user.
import { DatabaseError } from 'pg'
import type { Fault } from './database-fault.ts'
import { NewerDatabase } from './migrations.ts'
import { PostgresLost } from './sql-postgres.ts'

const lost: Fault = { kind: 'silent', words: 'PostgreSQL cannot be reached: look at DATABASE_URL' }
const slow: Fault = { kind: 'silent', words: 'PostgreSQL takes too long: look at what else it does' }
const full: Fault = {
  kind: 'full',
  words: 'the disk of PostgreSQL is full: make room on it, or start with a smaller DATABASE_MB',
}
const readOnly: Fault = {
  kind: 'unwritable',
  words: 'PostgreSQL can only be read: let DATABASE_URL name the server that is written to',
}
const letsNobodyIn: Fault = {
  kind: 'unwritable',
  words: 'PostgreSQL does not let Trawl in: look at the name and the password in DATABASE_URL',
}
const notAllowed: Fault = {
  kind: 'unwritable',
  words: 'PostgreSQL does not let Trawl make or change its tables: let the user of DATABASE_URL do so',
}
const noDatabase: Fault = {
  kind: 'unwritable',
  words: 'PostgreSQL has no database of the name in DATABASE_URL: make it',
}

/** By SQLSTATE, or its first two letters. */
const faults: ReadonlyMap<string, Fault> = new Map([
  ['53100', full],
  ['53300', { kind: 'silent', words: 'PostgreSQL has no connection left: let it have more of them' }],
  ['25006', readOnly],
  ['28', letsNobodyIn],
  ['42501', notAllowed],
  ['3D', noDatabase],
  ['3F', notAllowed],
  ['57014', slow],
  ['55P03', slow],
  ['25P03', slow],
  ['57P04', noDatabase],
  ['57', lost],
  ['08', lost],
])

/** What statements of ours that are wrong begin with. */
const ours = ['0A', '21', '22', '23', '42']

/** What is wrong, by what PostgreSQL or the way to it threw. @throws the error itself when it is neither's: a bug of ours. */
export function faultOfPostgres(error: unknown): Fault {
  if (error instanceof NewerDatabase) return { kind: 'newer', words: error.message }
  if (error instanceof PostgresLost) return lost
  if (!(error instanceof DatabaseError)) throw error
  const { code = '' } = error
  const known = faults.get(code) ?? faults.get(code.slice(0, 2))
  if (known) return known
  if (ours.includes(code.slice(0, 2))) throw error
  return { kind: 'failing', words: `PostgreSQL fails (SQLSTATE ${code}): look at its log` }
}
