// Seed: breaks lint/style/useThrowOnlyError
export function seed() {
  throw 'seed'
}
