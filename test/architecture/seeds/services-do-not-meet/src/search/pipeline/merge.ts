// Scenery for the seed.
export interface Thing {
  readonly name: string
}
