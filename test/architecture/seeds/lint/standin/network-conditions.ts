// Seed: breaks plugin: Time and chance are handed in
export const seed = () => Math.random()
