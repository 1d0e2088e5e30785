// A text with the search words marked.
import { highlight } from './highlight.ts'

export function Highlighted({ text, kw }: { readonly text: string; readonly kw: string }) {
  return highlight(text, kw).map(({ text: piece, isHit }, at) =>
    isHit ? (
      <mark key={at} class="rounded-xs bg-wash text-accent">
        {piece}
      </mark>
    ) : (
      piece
    ),
  )
}
