// Seed: breaks lint/nursery/noMisusedPromises
export async function work(): Promise<number> {
  return await Promise.resolve(1)
}

export function seed() {
  return work() ? 1 : 2
}
