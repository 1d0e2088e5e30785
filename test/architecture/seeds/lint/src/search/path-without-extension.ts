// Seed: breaks lint/correctness/useImportExtensions
import { seed as other } from './console'

export const seed = other
