// A link that opens beside the page.
import type { JSX } from 'preact'
import { isSafeUrl } from './is-safe-url.ts'

/** The other page does not learn of this one. An address that the page must not open is shown as text. */
export function OutLink({
  href,
  ...rest
}: JSX.HTMLAttributes<HTMLAnchorElement> & { readonly href: string | undefined }) {
  if (href !== undefined && !isSafeUrl(href) && !href.startsWith('/'))
    return <span class={rest.class}>{rest.children}</span>
  return <a {...rest} href={href} target="_blank" rel="noopener noreferrer" />
}
