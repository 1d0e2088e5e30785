// Scenery: what starts workers.
export const crew = 1
