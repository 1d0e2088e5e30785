// Checks shares of PikPak (upstreams/search/link-check.md), if the operator has configured the id of a client.
import type { LinkCheck } from '../check.ts'
import { askDrive, type CaptchaTokens, pikpakSettings } from '../drive-api.ts'
import { verdicts } from '../parse-reply.ts'

export default {
  home: 'https://mypikpak.com/',
  manners: { parallel: 1, spacingMs: 1_000 },
  settings: pikpakSettings,
  unasked: (_share, { client_id: client }) =>
    client ? undefined : verdicts.unclear('needs the setting PIKPAK_CLIENT_ID'),
  check(share, io, tokens) {
    // Its `detail` lists a share that is open already, and takes no access code.
    const address = 'https://api-drive.mypikpak.com/drive/v1/share'
    return askDrive(share, { address, origin: 'https://mypikpak.com', tokens }, io)
  },
} satisfies LinkCheck<CaptchaTokens>
