// Scenery for the seed.
export const thing = 1
