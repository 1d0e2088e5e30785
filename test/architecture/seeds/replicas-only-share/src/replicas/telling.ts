// Scenery for the seed.
export function tellOthers(what: string): string {
  return what
}
