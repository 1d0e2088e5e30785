// Seed: breaks lint/style/noRestrictedGlobals
export const seed = (url: string) => new WebSocket(url)
