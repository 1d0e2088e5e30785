// Texts and addresses in feeds: what XML cannot hold is removed, HTML is escaped.

/** Removes characters that XML 1.0 cannot represent: controls, lone surrogates, U+FFFE and U+FFFF. */
export function stripInvalidXml(text: string): string {
  return text.toWellFormed().replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
}

/** Escapes for text that feed readers parse as HTML. */
export function escapeHtml(text: string): string {
  return stripInvalidXml(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** Percent-encodes what no URI may contain; what is encoded stays as it is. */
export function toUri(address: string): string {
  return address.toWellFormed().replace(/[^!-~]|["<>\\^`{|}]/gu, encodeURIComponent)
}

/** Removes the line breaks around CDATA sections: some readers keep them as part of the text. The texts themselves have none beside a tag. */
export function compactCdata(written: string): string {
  return written.replaceAll(/>\n\s*<!\[CDATA\[/g, '><![CDATA[').replaceAll(/\]\]>\n\s*<\//g, ']]></')
}
