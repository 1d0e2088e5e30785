// Scenery for the seed.
export const recognise = 'a share'
