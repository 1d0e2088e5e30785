// Seed: one half of a circle between two rooms.
export interface Row {
  readonly key: string
}
