// Seed: breaks lint/nursery/noFloatingPromises
export async function work(): Promise<number> {
  return await Promise.resolve(1)
}

export function seed() {
  work()
}
