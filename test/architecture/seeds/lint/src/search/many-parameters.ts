// Seed: breaks lint/complexity/useMaxParams
export const seed = (a: number, b: number, c: number, d: number, e: number) => a + b + c + d + e
