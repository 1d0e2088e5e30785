// The built web page: its files are read into memory once at startup, and sent in an encoding that the client accepts.

import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { z } from 'zod'
import { bodyHeaders, createCachedResponse, isNotModified } from '../response-cache/cached-response.ts'
import { createEncodingNegotiator } from '../response-cache/content-encoding.ts'

export type Asset = ReturnType<typeof createAsset>

export type WebPage = NonNullable<ReturnType<typeof loadPage>>

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
}

/** File types that are compressed already. */
const compressedTypes = new Set(['.png'])

const documentPath = '/index.html'

/**
 * Reads the built page from `folder`; undefined if it was not built. Files of types that are not in `types` are not served, and the API
 * documentation page has routes of its own. The addresses of the documents begin with `urlPrefix`, which their script reads there. @throws if the list of chunks or of frames is missing or malformed.
 */
export function loadPage(folder: string, urlPrefix = '') {
  const pageFiles = listFiles(folder).filter((file) => !file.startsWith(`docs${sep}`))
  const assets = pageFiles.flatMap((file) => readPageFile(folder, file, urlPrefix) ?? [])
  const document = assets.find(({ path }) => path === documentPath)
  if (!document) return undefined
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  const chunksOf = parseManifest(read('chunks.json'))
  const { html: shell, policy } = inlineHead(read('index.html'), read)
  const documents = new Map(
    [...composeDocuments(shell, read('frames.json'))].map(([name, html]) => [
      name,
      createAsset(documentPath, document.type, Buffer.from(withUrlPrefix(html, urlPrefix))),
    ]),
  )
  return {
    assets,
    /** The HTML document without a frame: of unknown URLs, and of every view offline. */
    document,
    /** The HTML document of a view, with its frame; undefined if it has none. */
    documentOf: (view: string, headers: FastifyRequest['headers']) => documents.get(documentName(view, headers)),
    /** Additional sources that the Content-Security-Policy of these documents allows. */
    documentPolicy: policy,
    /** Folder of the API documentation page; it may not have been built. */
    docsFolder: join(folder, 'docs'),
    /** Paths of the scripts needed by a lazily loaded module. */
    preloadScripts: (module: string) => chunksOf(module).map((file) => `/${file}`),
  }
}

/** The document with all its addresses below `urlPrefix`, which `data-base` of its root tells the script. */
function withUrlPrefix(html: string, urlPrefix: string): string {
  if (urlPrefix === '') return html
  return html
    .replace(/<html(?=[\s>])/, `<html data-base="${urlPrefix}"`)
    .replaceAll(/(?<=\s(?:href|src|action)=")\/(?!\/)/g, `${urlPrefix}/`)
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

function readPageFile(folder: string, file: string, urlPrefix: string): Asset | undefined {
  const type = types[extname(file)]
  if (!type) return undefined
  const built = readFileSync(join(folder, file))
  const path = `/${file.split(sep).join('/')}`
  const bytes = path === documentPath ? Buffer.from(withUrlPrefix(built.toString(), urlPrefix)) : built
  return { ...createAsset(path, type, bytes), isImmutable: file.startsWith(`assets${sep}`) }
}

/** Reads one file of a folder, to be served at `path`; undefined if it does not exist or its type is not served. */
export async function readAsset(path: string, folder: string, file: string): Promise<Asset | undefined> {
  const type = types[extname(file)]
  const bytes = await readFile(join(folder, file)).catch(() => undefined)
  return type && bytes ? createAsset(path, type, bytes) : undefined
}

/** Creates an asset of bytes in memory; its name does not depend on them. */
export function createAsset(path: string, type: string, bytes: Buffer) {
  const isCompressed = compressedTypes.has(extname(path))
  return {
    /** Request path, with a leading `/`. */
    path,
    type,
    /** Does the file name contain a content hash? Then clients may cache the file forever. */
    isImmutable: false,
    ...createCachedResponse({ text: bytes, type, isCompressed }, 0),
  }
}

/** Creates a function that sends files with the reply's status and headers. Files sent with an error status are not cacheable. */
export function createAssetSender() {
  const encodingFor = createEncodingNegotiator()
  return async (request: FastifyRequest, reply: FastifyReply, asset: Asset): Promise<FastifyReply> => {
    if (!reply.hasHeader('vary')) reply.header('vary', 'accept-encoding')
    if (reply.statusCode === 200) {
      const cacheControl = asset.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache'
      reply.headers({ etag: asset.etag, 'cache-control': cacheControl })
      if (isNotModified(asset, request.headers)) return reply.code(304).send()
    } else reply.header('cache-control', 'no-store')
    const body = await asset.encodedBodyFor(encodingFor(request.headers['accept-encoding']))
    return reply.headers(bodyHeaders(body)).send(body.bytes)
  }
}

const chunk = z.object({ file: z.string(), imports: z.array(z.string()).default([]) })
const chunks = z.record(z.string(), chunk)

/**
 * Parses the build manifest (of Vite) and returns a function: for a lazily loaded module, its own file and those it imports. An unknown
 * module has no files. @throws if the text is not a manifest.
 */
function parseManifest(text: string): (module: string) => readonly string[] {
  const chunksByName = new Map(Object.entries(chunks.parse(JSON.parse(text))))
  const collect = (name: string, visited: Set<string>): Set<string> => {
    const entry = chunksByName.get(name)
    if (!entry || visited.has(name)) return visited
    visited.add(name)
    for (const imported of entry.imports) collect(imported, visited)
    return visited
  }
  return (module) => [...collect(module, new Set())].flatMap((name) => chunksByName.get(name)?.file ?? [])
}

const languageTags = { zh: 'zh-CN', en: 'en' } as const
type Language = keyof typeof languageTags

/** Frames by language, then by the name of the view. */
const frames = z.object({ zh: z.record(z.string(), z.string()), en: z.record(z.string(), z.string()) })

/**
 * Puts the style sheet and the script of the head into the document, so that the first paint waits for nothing else. `policy` allows these
 * two by their hashes, in a Content-Security-Policy after `default-src 'self'`.
 */
function inlineHead(shell: string, read: (file: string) => string) {
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
function composeDocuments(shell: string, frameText: string): ReadonlyMap<string, string> {
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
function documentName(view: string, headers: FastifyRequest['headers']): string {
  const language: Language = new Negotiator({ headers }).language(['en', 'zh']) === 'zh' ? 'zh' : 'en'
  return `${language} ${view}`
}
