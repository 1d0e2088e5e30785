// A text with the search words marked, once the fold is loaded.
import { folding } from './folding.ts'

export function Highlighted({ text, kw }: { readonly text: string; readonly kw: string }) {
  const pieces = folding.value?.highlight(text, kw) ?? [{ text, isHit: false }]
  return pieces.map(({ text: piece, isHit }, at) =>
    isHit ? (
      <mark key={at} class="rounded-xs bg-wash text-accent">
        {piece}
      </mark>
    ) : (
      piece
    ),
  )
}
