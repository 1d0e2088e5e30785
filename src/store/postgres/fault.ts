// Classifies errors of PostgreSQL.
import { DatabaseError } from 'pg'
import { type Fault, FaultError, lostConnection } from '../fault.ts'

const slow: Fault = { kind: 'silent', words: 'PostgreSQL is too slow: check its load' }
const notAllowed = unwritable(
  'PostgreSQL does not allow Trawl to create or change its tables: grant that to the user in DATABASE_URL',
)
const noDatabase = unwritable('PostgreSQL has no database of the name in DATABASE_URL: create it')

/** Faults by SQLSTATE or its class (the first two characters). */
const faults: Readonly<Record<string, Fault>> = {
  '53100': {
    kind: 'full',
    words: 'the disk of PostgreSQL is full: free space on it, or set a smaller DATABASE_MB',
  },
  '53300': { kind: 'silent', words: 'PostgreSQL has no free connections: raise max_connections' },
  '25006': unwritable('PostgreSQL is read-only: set DATABASE_URL to the primary server'),
  '28': unwritable('PostgreSQL rejects the login: check the user and password in DATABASE_URL'),
  '42501': notAllowed,
  '3D': noDatabase,
  '3F': notAllowed,
  '57014': slow,
  '55P03': slow,
  '25P03': slow,
  '57P04': noDatabase,
  '57': lostConnection,
  '08': lostConnection,
}

function unwritable(words: string): Fault {
  return { kind: 'unwritable', words }
}

/** SQLSTATE classes of faulty statements, which are bugs. */
const bugClasses = ['0A', '21', '22', '23', '42']

/** Classifies an error of PostgreSQL or the connection. @throws the error itself if it is a bug. */
export function classifyPostgresError(error: unknown): Fault {
  if (error instanceof FaultError) return error.fault
  if (!(error instanceof DatabaseError)) throw error
  const { code = '' } = error
  const known = faults[code] ?? faults[code.slice(0, 2)]
  if (known) return known
  if (bugClasses.includes(code.slice(0, 2))) throw error
  return { kind: 'failing', words: `PostgreSQL reports an error (SQLSTATE ${code}): check its log` }
}
