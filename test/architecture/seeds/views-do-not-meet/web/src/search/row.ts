// Scenery for the seed.
export interface Thing {
  readonly name: string
}

export const thing: Thing = { name: 'seed' }
