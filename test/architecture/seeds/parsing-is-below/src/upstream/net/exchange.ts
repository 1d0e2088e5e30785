// Scenery for the seed.
export const exchange = 'an exchange'
