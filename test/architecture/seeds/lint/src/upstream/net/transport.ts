// Scenery: the one way out.
export const ask = (url: string) => fetch(url)
