// The command line of the move: flags to options, a sentence for what cannot be read.
import { parseArgs } from 'node:util'

const ends = ['sqlite', 'postgres'] as const

/** An end of a move: the files of `DATA_DIR`, or the PostgreSQL of `DATABASE_URL`. */
export type End = (typeof ends)[number]

export interface MigrateOptions {
  readonly from: End
  readonly to: End
  /** Only says how much there is. */
  readonly isDry: boolean
}

/** What the command line asks for: help, a run, or a correction. */
export type MigrateFlags =
  | { readonly help: string }
  | { readonly options: MigrateOptions }
  | { readonly mistake: string }

const help = `Moves all that Trawl keeps from DATA_DIR to the PostgreSQL of DATABASE_URL, or back. Settings are those of the service.

  npm run migrate -- --from sqlite --to postgres
  npm run migrate -- --from postgres --to sqlite

  --dry-run   only says how much there is at each end
  --help      this text

  What moves: links with when they were seen, their codes, and what is known of their health; shares remembered as dead; lists as they
  were last; the allow list, bans, logins, statistics. What it moves from is left as it is.

  No Trawl may use DATA_DIR meanwhile. PostgreSQL may be in use: replicas write between batches.

  It may be interrupted at any time, also by kill -9, and repeated: it goes on where it was, and moves nothing twice. Where both
  ends have something, the newer one stays; allow lists, bans and logouts are joined, statistics too, but only once; the secret of
  logins stays as it is where there is one, so who logged in with another logs in again.

  At the end it looks for each row whether it, or a newer one in its place, is there.

  Exit status: 0 when all is there, 1 when something lacks or it could not go on, 2 when the command line or a setting is wrong,
  130 after Ctrl+C.`

/** Reads the arguments behind the program's name; never throws. */
export function readMigrateFlags(args: readonly string[]): MigrateFlags {
  try {
    return flagsOf(args)
  } catch (error) {
    return { mistake: error instanceof Error ? error.message : 'these flags cannot be read' }
  }
}

function flagsOf(args: readonly string[]): MigrateFlags {
  const { values } = parseArgs({
    args: [...args],
    options: {
      from: { type: 'string' },
      to: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return { help }
  const [from, to] = [endOf('--from', values.from), endOf('--to', values.to)]
  if (from === to) throw new TypeError(`--from and --to are both ${from}: there is nothing to move`)
  return { options: { from, to, isDry: values['dry-run'] } }
}

function endOf(flag: string, given: string | undefined): End {
  const end = ends.find((one) => one === given)
  if (end) return end
  throw new TypeError(
    `${flag} must be sqlite or postgres${given === undefined ? '' : `, not "${given}"`}; --help says more`,
  )
}
