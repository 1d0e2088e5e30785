// Parses the command line of the migration.
import { parseArgs } from 'node:util'
import { messageOf } from '../../observability/error-message.ts'

const backends = ['sqlite', 'postgres'] as const

/** A storage backend: `sqlite` is the files in `DATA_DIR`, `postgres` the database at `DATABASE_URL`. */
export type Backend = (typeof backends)[number]

export interface MigrateOptions {
  readonly from: Backend
  readonly to: Backend
  /** Only counts the rows on both sides. */
  readonly isDryRun: boolean
}

export type MigrateFlags =
  | { readonly help: string }
  | { readonly options: MigrateOptions }
  | { readonly mistake: string }

const help = `Migrates all stored data from DATA_DIR to PostgreSQL (DATABASE_URL), or back. Uses the settings of the service.

  trawl migrate --from sqlite --to postgres
  trawl migrate --from postgres --to sqlite

  --dry-run   only count the rows on both sides
  --help      show this text

  Migrated: links with dates, access codes, works and health; shares known to be dead; hot lists as they were last, and their history;
  the allow list, bans, API keys, logins, watches with what they found, settings of users, and statistics. The source is not changed.

  Stop every server that uses DATA_DIR or the target first. Replicas may go on using PostgreSQL while it is read.

  The target must be empty: a new database, or an empty DATA_DIR. It gets everything, or nothing if the migration fails or is interrupted,
  even by kill -9; run the same command again then. At the end the numbers of rows on both sides are compared.

  Exit status: 0 everything is in the target; 1 the migration failed; 2 invalid command line or setting, nothing to migrate, or a
  target with data; 130 after Ctrl+C.`

/** Parses the arguments after the program's name; never throws. */
export function parseMigrateFlags(args: readonly string[]): MigrateFlags {
  const options = {
    from: { type: 'string' },
    to: { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  } as const
  try {
    const { values } = parseArgs({ args: [...args], options })
    if (values.help) return { help }
    const [from, to] = [parseBackend('--from', values.from), parseBackend('--to', values.to)]
    if (from === to) throw new TypeError(`--from and --to are both ${from}: they must differ`)
    return { options: { from, to, isDryRun: values['dry-run'] } }
  } catch (error) {
    return { mistake: messageOf(error) }
  }
}

function parseBackend(flag: string, given: string | undefined): Backend {
  const end = backends.find((one) => one === given)
  if (end) return end
  throw new TypeError(`${flag} must be sqlite or postgres${given === undefined ? '' : `, not "${given}"`}; see --help`)
}
