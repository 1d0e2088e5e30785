// The tables over which statements are made; in PostgreSQL they are the same.

interface ShareTable {
  readonly id: number
  readonly key: string
  readonly url: string
  /** The code that one source gave, for those who show the share without. */
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
  /** Of its tokens. */
  readonly sum: number
  readonly at: number | null
  readonly first: number
  readonly last: number
  readonly post: string
  readonly title: string
  readonly heading: string
  readonly password: string
}

/** Of archive.db. */
export interface ArchiveTables {
  /** PostgreSQL counts sightings too. */
  counts: { readonly shares: number; readonly sightings: number }
  sources: { readonly id: number; readonly name: string }
  shares: ShareTable
  dead: { readonly id: number; readonly key: string; readonly checked: number }
  /** PostgreSQL has the tokens beside them. */
  sightings: SightingTable & { readonly tokens: readonly string[] }
  /** SQLite has the tokens in an index of their own. */
  grams: { readonly rowid: number; readonly tokens: string }
}

/** Of trawl.db. */
export interface HomeTables {
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
