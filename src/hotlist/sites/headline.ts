// The headline that news flashes of China carry in brackets before their text: `【headline】text`.

/** A flash in its two parts: what stands in brackets at its start, and what follows; without brackets all of it is the title. */
export function headlineOf(flash: string): { readonly title: string; readonly rest?: string } {
  const [, title = '', rest = ''] = /^\s*【([^】]*)】(.*)$/s.exec(flash) ?? []
  if (title.trim() === '') return { title: flash }
  return rest.trim() === '' ? { title } : { title, rest: rest.trim() }
}
