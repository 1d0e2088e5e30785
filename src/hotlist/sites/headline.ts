// Splits the headline of Chinese news flashes from their text: `【headline】text`.
/** The bracketed headline and the rest; without brackets the whole text is the title. */
export function splitHeadline(flash: string): { readonly title: string; readonly rest?: string } {
  const [, title = '', rest = ''] = /^\s*【([^】]*)】(.*)$/s.exec(flash) ?? []
  if (title.trim() === '') return { title: flash }
  return rest.trim() === '' ? { title } : { title, rest: rest.trim() }
}
