// The built web page: its files are read into memory once at startup.
import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import type { EncodedBody } from '../response-cache/cached-response.ts'
import { compress, type Encoding, effectiveEncoding } from '../response-cache/content-encoding.ts'
import { parseManifest } from './preload-chunks.ts'

/** A file of the page. */
export interface Asset {
  /** Request path, with a leading `/`. */
  readonly path: string
  readonly type: string
  readonly etag: string
  /** Does the file name contain a content hash? Then clients may cache the file forever. */
  readonly isImmutable: boolean
  /** The body in the given encoding; compressed once. */
  encodedBody(encoding: Encoding): Promise<EncodedBody>
}

/** The built page. */
export interface WebPage {
  readonly assets: readonly Asset[]
  /** The HTML document of every view. */
  readonly document: Asset
  /** Folder of the API documentation page; it may not have been built. */
  readonly docsFolder: string
  /** Paths of the scripts needed by a lazily loaded module. */
  preloadScripts(module: string): readonly string[]
}

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
 * documentation page has routes of its own. @throws if the list of chunks is missing or malformed.
 */
export function loadPage(folder: string): WebPage | undefined {
  const pageFiles = listFiles(folder).filter((file) => !file.startsWith(`docs${sep}`))
  const assets = pageFiles.flatMap((file) => readPageFile(folder, file) ?? [])
  const document = assets.find(({ path }) => path === documentPath)
  if (!document) return undefined
  const chunksOf = parseManifest(readFileSync(join(folder, 'chunks.json'), 'utf8'))
  return {
    assets,
    document,
    docsFolder: join(folder, 'docs'),
    preloadScripts: (module) => chunksOf(module).map((file) => `/${file}`),
  }
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

function readPageFile(folder: string, file: string): Asset | undefined {
  const type = types[extname(file)]
  if (!type) return undefined
  const bytes = readFileSync(join(folder, file))
  const path = `/${file.split(sep).join('/')}`
  return { ...createAsset(path, type, bytes), isImmutable: file.startsWith(`assets${sep}`) }
}

/** Reads one file of a folder, to be served at `path`; undefined if it does not exist or its type is not served. */
export async function readAsset(path: string, folder: string, file: string): Promise<Asset | undefined> {
  const type = types[extname(file)]
  const bytes = await readFile(join(folder, file)).catch(() => undefined)
  return type && bytes ? createAsset(path, type, bytes) : undefined
}

/** Creates an asset of bytes in memory; its name does not depend on them. */
export function createAsset(path: string, type: string, bytes: Buffer): Asset {
  const bodies = new Map<Encoding, Promise<EncodedBody>>()
  const make = async (encoding: Encoding): Promise<EncodedBody> => ({
    encoding,
    bytes: await compress(bytes, encoding),
  })
  return {
    path,
    type,
    etag: `W/"${hash('sha1', bytes, 'base64url')}"`,
    isImmutable: false,
    encodedBody(acceptedEncoding) {
      const encoding = compressedTypes.has(extname(path)) ? 'identity' : effectiveEncoding(bytes, acceptedEncoding)
      const body = bodies.get(encoding) ?? make(encoding)
      bodies.set(encoding, body)
      return body
    },
  }
}
