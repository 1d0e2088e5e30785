// The tables that statements are built over, the same in both databases.

interface ShareTable {
  readonly id: number
  readonly key: string
  readonly url: string
  /** The access code that one source gave, for sources that omit it. */
  readonly code: string
  readonly seen: number
  readonly health: string | null
  readonly checked: number | null
}

interface SightingTable {
  readonly id: number
  readonly share: number
  readonly source: number
  readonly type: number
  /** Checksum of the tokens. */
  readonly sum: number
  readonly at: number | null
  readonly first: number
  readonly last: number
  readonly post: string
  readonly title: string
  readonly heading: string
  readonly password: string
}

/** Tables of archive.db. */
export interface ArchiveTables {
  /** PostgreSQL also counts sightings. */
  counts: { readonly shares: number; readonly sightings: number }
  sources: { readonly id: number; readonly name: string }
  shares: ShareTable
  dead: { readonly id: number; readonly key: string; readonly checked: number }
  /** PostgreSQL stores the tokens in the row. */
  sightings: SightingTable & { readonly tokens: readonly string[] }
  /** SQLite stores the tokens in a full-text index. */
  grams: { readonly rowid: number; readonly tokens: string }
}

/** Tables of trawl.db. */
export interface HomeTables {
  answers: {
    readonly key: string
    readonly at: number
    readonly until: number
    readonly used: number
    /** Size of the body in bytes. */
    readonly bytes: number
    readonly body: Uint8Array
  }
  records: {
    readonly name: string
    /** Changes with every write. */
    readonly revision: number
    readonly body: Uint8Array
  }
}
