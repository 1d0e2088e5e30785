// Scenery: something a worker must not know.
export const search = 1
