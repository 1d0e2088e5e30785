// Seed: breaks lint/style/noExportedImports
import { seed } from './console.ts'

export { seed }
