// Seed: breaks plugin: No casts
export const seed = JSON.parse('1') as number
