// Seed: breaks lint/performance/noBarrelFile
export { seed } from './console.ts'
