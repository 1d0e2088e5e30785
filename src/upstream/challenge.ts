// Tells a page that asks "are you human?" from an answer.

/** What challenge pages of the usual gatekeepers carry; facts from their public documentation and from pages seen by clients. */
const marks = [
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
  // A forum's own: a script decrypts a cookie by functions of slowAES (upstreams/hot/b-hostloc.md).
  'function toNumbers(',
  '<title>滑动验证页面</title>',
  '<title>安全验证</title>',
  '<title>百度安全验证</title>',
]

/** Challenges are short; a long page that mentions one of the words is an article about it. */
const longestBytes = 64 * 1024
const scannedBytes = 16 * 1024

/** What a web firewall says in place of an answer, as a page or as JSON (upstreams/search/evidence.md, hunhepan). */
const firewallWords = /intercept illegal requests/i
const longestFirewallBytes = 2 * 1024

/** Is this body a challenge page, or a firewall's refusal? Looks at short bodies only, and for a challenge at the beginning of HTML. */
export function isChallenge(bytes: Uint8Array, contentType: string | undefined): boolean {
  if (bytes.length <= longestFirewallBytes && firewallWords.test(Buffer.from(bytes).toString('latin1'))) return true
  if (bytes.length > longestBytes || !(contentType ?? 'text/html').includes('html')) return false
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, scannedBytes)).toString('utf8')
  return marks.some((mark) => head.includes(mark))
}
