// What is wrong, told at once.

/** Renders nothing without a text. */
export function Problem({ text }: { readonly text: string | false | undefined }) {
  if (!text) return null
  return (
    <p role="alert" class="text-sm text-bad">
      {text}
    </p>
  )
}
