// Checks shares of PikPak (upstreams/search/link-check.md), if the operator has configured the tokens of a browser.
import type { LinkCheck } from '../check.ts'
import { askDrive, type CaptchaTokens, captchaSettings, tokensMissing } from '../drive-api.ts'

export default {
  home: 'https://mypikpak.com/',
  manners: { parallel: 1, spacingMs: 1_000 },
  settings: captchaSettings,
  unasked: (_share, tokens) => tokensMissing('pikpak', tokens),
  check(share, io, tokens) {
    const address = 'https://api-drive.mypikpak.com/drive/v1/share/detail'
    return askDrive(share, { address, origin: 'https://mypikpak.com', tokens }, io)
  },
} satisfies LinkCheck<CaptchaTokens>
