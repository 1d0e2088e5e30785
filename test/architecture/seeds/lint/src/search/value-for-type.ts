// Seed: breaks lint/style/useImportType
import { Seed } from './enums.ts'

export const seed = (value: Seed) => value
