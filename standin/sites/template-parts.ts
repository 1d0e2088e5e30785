// Shared parts of the sites of templates: whole pages, links, dates, refusals.
import { chinaText } from '../corpus/listings.ts'
import type { MockResponse } from '../mock-response.ts'
import { escapeHtml, htmlPage } from './page-parts.ts'
import type { Entry } from './template-site.ts'

/** A whole page around a body. */
export function pageOf(body: string): MockResponse {
  return htmlPage(`<!DOCTYPE html><html lang="zh-CN"><head><title>演示</title></head><body>\n${body}\n</body></html>`)
}

/** The first address of an entry. */
export function first({ links: [link = ''] }: Entry): string {
  return link
}

/** The date of an entry in China. */
export function day({ at }: Entry): string {
  return chinaText(at).slice(0, 10)
}

/** All links of an entry. */
export function anchors({ links }: Entry): string {
  return links.map((link) => `<a href="${escapeHtml(link)}">链接</a>`).join(' ')
}

export function rows(entries: readonly Entry[], row: (one: Entry) => string): string {
  return entries.map(row).join('\n')
}

/** The page of a site that wants a proof. */
export const captcha: MockResponse = htmlPage(
  '<html><head><title>安全验证</title></head><body>请完成验证</body></html>',
)
