// Mock of the uc share API and its share pages.

import { htmlPage } from '../error-pages.ts'
import type { UpstreamHandler } from '../mock-response.ts'
import { createSharePage } from './share-page-api.ts'

/** The page is empty until its script runs, and is the same for every path (evidence.md). */
function shell() {
  return htmlPage(
    '<!DOCTYPE html><html><head><title>UC网盘</title></head><body><div id="root"></div><script>var words=["分享已失效","请输入提取码"]</script></body></html>\n',
  )
}

/** Mock of pc-api.uc.cn, and of the share pages at drive.uc.cn. */
export function createUc(seed: number): UpstreamHandler {
  const api = createSharePage({ cloud: 'uc', pr: 'UCBrowser', origin: 'https://drive.uc.cn', seed })
  return { ...api, answer: (url, sent) => (url.host === 'drive.uc.cn' ? shell() : api.answer(url, sent)) }
}
