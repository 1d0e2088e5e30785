// Asks UC whether a share is still there (upstreams/search/link-check.md): its interface, and the share's page when that gives nothing.
import { richTextOf } from '../../../reading/rich-text.ts'
import { UpstreamError } from '../../../upstream/errors.ts'
import type { Io } from '../../../upstream/source.ts'
import type { CheckedShare, LinkCheck, Verdict } from '../check.ts'
import { checkLimits, verdictOfWords } from '../reading.ts'
import { askSharePage } from '../share-page.ts'

const home = 'https://drive.uc.cn'
const phone =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36'

export default {
  home: `${home}/`,
  limits: checkLimits,
  manners: { parallel: 2, spacingMs: 400 },
  async check(share, io) {
    const said = await ask(share, io)
    if (!(said instanceof UpstreamError) && said.state !== 'uncertain') return said
    const seen = await look(share, io).catch(unlessUnseen)
    if (seen) return seen
    if (said instanceof UpstreamError) throw said
    return said
  },
} satisfies LinkCheck

/** The verdict of the interface, or the failure when it gave an answer that cannot be read; other failures are thrown. */
function ask(share: CheckedShare, io: Io): Promise<Verdict | UpstreamError> {
  const host = 'pc-api.uc.cn'
  return askSharePage(share, { token: host, detail: host, pr: 'UCBrowser', origin: home }, io).catch((error) => {
    if (error instanceof UpstreamError && error.kind === 'mismatch') return error
    throw error
  })
}

/** A page that cannot be had leaves what the interface said, which is what the share is judged by. */
function unlessUnseen(error: unknown): undefined {
  if (error instanceof UpstreamError) return undefined
  throw error
}

/**
 * What the share's page shows; nothing when that is no clear word. A page never says that the share can be read, nor whether a code
 * is the right one, and its script holds all words it could ever show.
 */
async function look({ code, password }: CheckedShare, io: Io): Promise<Verdict | undefined> {
  const page = await io.html(`${home}/s/${encodeURIComponent(code)}`, {
    headers: { 'user-agent': phone, accept: 'text/html' },
    answers: [404],
  })
  const verdict = verdictOfWords(richTextOf(page.root()[0]?.children ?? []).text)
  return verdict?.state === 'locked' && password !== '' ? undefined : verdict
}
