// The cipher in which China Mobile's share page and its interface wrap their JSON (upstreams/search/evidence.md): base64 of IV and AES-128-CBC.
import { createCipheriv, createDecipheriv, hash } from 'node:crypto'

/** The key in the page's own script, the same for everybody: it hides nothing. */
const key = 'PVGDwmcvfs1uV3d1'
const algorithm = 'aes-128-cbc'
const ivBytes = 16

/** A text as the interface reads it. Its IV is the digest of the text, so that the same question is sent alike. */
export function encrypted(text: string): string {
  const iv = hash('md5', text, 'buffer')
  const cipher = createCipheriv(algorithm, key, iv)
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final()]).toString('base64')
}

/** The text in what `encrypted` or the interface made. @throws Error when it cannot be decrypted. */
export function decrypted(base64: string): string {
  const bytes = Buffer.from(base64, 'base64')
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes))
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes)), decipher.final()]).toString('utf8')
}
