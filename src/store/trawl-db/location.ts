// The location of trawl.db, and its name in messages.

/** A file in a folder, written by one process at a time, or a PostgreSQL database shared by replicas. */
export type DatabaseLocation = { readonly folder: string } | { readonly database: URL }

interface LocationName {
  readonly name: string
  /** The message when it does not answer, without full stop. */
  readonly silent: string
}

/** Whether several processes write at the same time. */
export function isSharedLocation(place: DatabaseLocation): boolean {
  return 'database' in place
}

export function describeLocation(place: DatabaseLocation): LocationName {
  return isSharedLocation(place)
    ? { name: 'PostgreSQL', silent: 'PostgreSQL does not answer: check DATABASE_URL' }
    : { name: 'DATA_DIR', silent: 'DATA_DIR does not answer: check its disk' }
}
