// Seed: breaks plugin: One way out
export const seed = (url: string) => globalThis.fetch(url)
