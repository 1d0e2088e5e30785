// Detects challenge pages ("are you human?") and firewall blocks among replies.

/** Text found in challenge pages of common providers, from their documentation and from recorded pages. */
const signatures = [
  'cf-chl-',
  'challenge-platform',
  '<title>Just a moment...</title>',
  '<title>Attention Required!',
  '<title>Access denied</title>',
  '_Incapsula_Resource',
  'captcha-delivery.com',
  'geetest_challenge',
  'id="aliyun_waf',
  'aliyunwaf_',
  // A forum's own challenge: a script that decrypts a cookie with slowAES (upstreams/hot/b-hostloc.md).
  'function toNumbers(',
  '<title>滑动验证页面</title>',
  '<title>安全验证</title>',
  '<title>百度安全验证</title>',
]

/** Challenge pages are short; a long page with one of the words is an article about them. */
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
