// Seed: breaks plugin: No state at the top level of a module
let count = 0

export function seed() {
  count += 1
  return count
}
