// Seed: breaks lint/style/noNonNullAssertion
export const seed = (values: string[]) => values[0]!
