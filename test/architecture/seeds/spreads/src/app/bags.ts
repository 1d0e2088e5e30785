// Seed: objects that take keys from a bag which the function did not build.
interface Parts {
  readonly log: string
  readonly store: { readonly folder: string }
}

export function whole(parts: Parts) {
  return {
    ...parts, // breaks the rule
    version: 1,
  }
}

export function rest({ log, ...others }: Parts) {
  return [log, () => ({ ...others, version: 1 })] // breaks the rule
}

export const member = (parts: Parts) => ({ version: 1, ...parts.store }) // breaks the rule

export async function opened(open: () => Promise<Parts>) {
  const { log, ...others } = await open()
  return { log: log.trim(), ...others } // breaks the rule
}
