// Seed: breaks lint/style/noRestrictedImports
import process from 'node:process'

export const seed = process.argv
