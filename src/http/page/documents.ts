// The HTML documents of the views: the built document with the frame of the view in it, as the build rendered it in each language.
import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { z } from 'zod'

const languageTags = { zh: 'zh-CN', en: 'en' } as const
type Language = keyof typeof languageTags

/** Frames by language, then by the name of the view. */
const frames = z.object({ zh: z.record(z.string(), z.string()), en: z.record(z.string(), z.string()) })

/**
 * Puts the style sheet and the script of the head into the document, so that the first paint waits for nothing else. `policy` allows these
 * two by their hashes, in a Content-Security-Policy after `default-src 'self'`.
 */
export function inlineHead(shell: string, read: (file: string) => string) {
  const policies: string[] = []
  const inline = (html: string, link: RegExp, element: 'script' | 'style') =>
    html.replace(link, (_link, file: string) => {
      const text = read(file)
      policies.push(`; ${element}-src 'self' 'sha256-${hash('sha256', text, 'base64')}'`)
      return `<${element}>${text}</${element}>`
    })
  const withScript = inline(shell, /<script src="\/([^"]+)"><\/script>/, 'script')
  const html = inline(withScript, /<link rel="stylesheet"[^<>]* href="\/([^"]+)">/, 'style')
  return { html, policy: policies.join('') }
}

/** Puts the frames into the document. Returns the documents by name. @throws if `frameText` is not the list of frames. */
export function composeDocuments(shell: string, frameText: string): ReadonlyMap<string, string> {
  const { zh, en } = frames.parse(JSON.parse(frameText))
  const compose = (language: Language, own: Record<string, string>) =>
    Object.entries(own).map(([view, frame]) => {
      const html = shell
        .replace(/<html lang="[^"]*"/, `<html lang="${languageTags[language]}"`)
        .replace('<div id="app"></div>', () => `<div id="app">${frame}</div>`)
      return [`${language} ${view}`, html] as const
    })
  return new Map([...compose('zh', zh), ...compose('en', en)])
}

/** Name of the document of a view in the first language of the browser that the page has; English if there is none. */
export function documentName(view: string, headers: FastifyRequest['headers']): string {
  const language: Language = new Negotiator({ headers }).language(['en', 'zh']) === 'zh' ? 'zh' : 'en'
  return `${language} ${view}`
}
