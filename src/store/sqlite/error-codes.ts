// Result codes of SQLite.

export const sqliteBusy = 5
export const sqliteLocked = 6
export const sqliteReadOnly = 8
export const sqliteInOutError = 10
export const sqliteCorrupt = 11
export const sqliteFull = 13
export const sqliteCannotOpen = 14
export const sqliteNotADatabase = 26

/** The primary result code of an error; undefined if SQLite did not throw it. */
export function codeOfSqlite(error: unknown): number | undefined {
  if (!(error instanceof Error && 'errcode' in error && typeof error.errcode === 'number')) return undefined
  return error.errcode & 0xff
}
