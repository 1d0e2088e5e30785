// Scenery for the seed.
export type Thing = number
