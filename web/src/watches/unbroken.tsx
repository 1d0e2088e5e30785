// Words of a watch in a text: a line does not break after the hyphen of an excluded word, nor before the quote that follows.
import { Fragment } from 'preact'

export function Unbroken({ text }: { readonly text: string }) {
  return (
    <>
      {text.split(/(-[^\s”]+”?[，,]?)/).map((part, at) =>
        at % 2 === 0 ? (
          <Fragment key={at}>{part}</Fragment>
        ) : (
          <span key={at} class="inline-block max-w-full">
            {part}
          </span>
        ),
      )}
    </>
  )
}
