// Scenery: breaks no rule.
export interface Source {
  readonly id: string
}
