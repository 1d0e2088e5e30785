// Seed: breaks lint/style/useFilenamingConvention
export const seed = 1
