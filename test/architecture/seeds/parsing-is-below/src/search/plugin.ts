// Scenery for the seed.
export interface Post {
  readonly text: string
}
