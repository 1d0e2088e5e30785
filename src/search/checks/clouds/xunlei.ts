// Checks shares of Xunlei (upstreams/search/link-check.md), if the operator has configured the tokens of a browser.
import type { LinkCheck } from '../check.ts'
import { askDrive, type CaptchaTokens, captchaSettings, tokensMissing } from '../drive-api.ts'
import { verdicts } from '../parse-reply.ts'

export default {
  home: 'https://pan.xunlei.com/',
  manners: { parallel: 1, spacingMs: 1_000 },
  settings: captchaSettings,
  unasked: (_share, tokens) => tokensMissing(tokens),
  check(share, io, tokens) {
    const address = 'https://api-pan.xunlei.com/drive/v1/share'
    // Said of a forged name of a share (evidence.md).
    const whenInvalid = verdicts.gone('there is no such share')
    return askDrive(share, { address, origin: 'https://pan.xunlei.com', tokens, whenInvalid }, io)
  },
} satisfies LinkCheck<CaptchaTokens>
