// The first character of a title, in place of a picture.

export function initialOf(title: string): string {
  return /[\p{L}\p{N}]/u.exec(title)?.[0] ?? ''
}

/** Fills its box, on a colour of the title. */
export function Initial({ title }: { readonly title: string }) {
  const hue = [...title].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 360, 0)
  return (
    <span class="initial flex size-full items-center justify-center" style={{ '--hue': hue }}>
      {initialOf(title)}
    </span>
  )
}
