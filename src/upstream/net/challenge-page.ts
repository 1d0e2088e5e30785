// Detects challenge pages ("are you human?") and firewall blocks among replies.
import signatures from './challenge-signatures.json' with { type: 'json' }

/**
 * Challenge pages contain a signature and are short; a long page with one is an article. The signatures are from the documentation of
 * providers and from recorded pages; `function toNumbers(` is a forum's script that decrypts a cookie (upstreams/hot/b-hostloc.md).
 */
const maxBytes = 64 * 1024
const scannedBytes = 16 * 1024

/** Text that a web application firewall sends instead of an answer (upstreams/search/evidence.md, hunhepan). */
const firewallWords = /intercept illegal requests/i
const maxFirewallBytes = 2 * 1024

/** Whether a body is a challenge page or a firewall block. Checks short bodies only, and the start of HTML. */
export function isChallenge(bytes: Uint8Array, contentType: string | undefined): boolean {
  if (bytes.length <= maxFirewallBytes && firewallWords.test(Buffer.from(bytes).toString('latin1'))) return true
  if (bytes.length > maxBytes || !(contentType ?? 'text/html').includes('html')) return false
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, scannedBytes)).toString('utf8')
  return signatures.some((signature) => head.includes(signature))
}
