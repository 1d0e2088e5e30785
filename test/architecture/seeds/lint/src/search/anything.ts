// Seed: breaks lint/suspicious/noExplicitAny
export const seed = (value: any): string => String(value)
