// Scenery: breaks no rule.
export class UpstreamError extends Error {}
