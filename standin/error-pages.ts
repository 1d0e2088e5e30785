// Hand-made pages: HTML responses, challenge page, home page, gateway error pages.
import type { MockResponse } from './mock-response.ts'

const entityOf: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes text for HTML content and double-quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (letter) => entityOf[letter] ?? letter)
}

/** An HTML response. */
export function htmlPage(body: string, status = 200): MockResponse {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' }, body }
}

/** The response for an unknown URL. */
export function notFoundPage(): MockResponse {
  return htmlPage(
    '<!DOCTYPE html><html><head><title>404</title></head><body><h1>404 Not Found</h1></body></html>\n',
    404,
  )
}

function page(title: string, body: string): string {
  return `<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>${title}</title></head>\n<body>\n${body}\n</body>\n</html>\n`
}

/** A generic browser challenge page. */
export function challengePage(): string {
  const form =
    '<form id="challenge-form" action="/" method="post"><noscript>Enable JavaScript and cookies to continue</noscript></form>'
  const script = `<script>(function () { window._chl_opt = { token: '${'0123456789abcdef'.repeat(64)}' } })()</script>`
  return page('Just a moment...', `<h1>Checking your browser before accessing this site</h1>\n${form}\n${script}`)
}

/** A home page of about 20 KB without the requested content and without the classes of a channel page. */
export function homePage(): string {
  const rows = Array.from(
    { length: 110 },
    (_, at) =>
      `<section class="feature feature-${at}"><h3>Fast and secure, reason ${at + 1}</h3><p>A home page that is shown to everybody, whatever they asked for, with words of no use.</p></section>`,
  )
  return page(
    'Messenger',
    `<header class="home"><a href="/">Home</a></header>\n${rows.join('\n')}\n<footer>All rights reserved to nobody</footer>`,
  )
}

const reasons: Record<number, string> = {
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Temporarily Unavailable',
  504: 'Gateway Time-out',
}

/** The short page that a web server sends for a status. */
export function statusPage(status: number): string {
  const title = `${status} ${reasons[status] ?? 'Error'}`
  return page(title, `<center><h1>${title}</h1></center>\n<hr><center>stand-in</center>`)
}
