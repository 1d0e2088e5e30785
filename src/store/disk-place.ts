// Where a disk is, and how that is called in sentences for people.

/** In a file of a folder, which one process at a time writes, or in a PostgreSQL, which several replicas share. */
export type DiskPlace = { readonly folder: string } | { readonly database: URL }

interface Words {
  readonly name: string
  /** When it says nothing any more, without a full stop. */
  readonly silent: string
}

/** Whether others write there at the same time. */
export function isShared(place: DiskPlace): boolean {
  return 'database' in place
}

export function wordsOf(place: DiskPlace): Words {
  return isShared(place)
    ? { name: 'PostgreSQL', silent: 'PostgreSQL does not answer: look at DATABASE_URL' }
    : { name: 'DATA_DIR', silent: 'DATA_DIR does not answer: look at its disk' }
}
