// Seed: breaks plugin: No state at the top level of a module
export let seed = 0

export function set(to: number) {
  seed = to
}
