// Whether the browser saves data.

/** Data savers get no pictures. Not every browser has `connection`. */
export function savesData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection')
  return typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true
}
