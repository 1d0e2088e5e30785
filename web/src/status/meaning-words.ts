// What our words for failures mean, for who meets them first.
import type { Words } from '../language.ts'

const zh = {
  timeout: '网站没有及时回应，会再试。',
  network: '连接失败：域名、网络或加密有问题，会再试。',
  unavailable: '网站自己出错或关闭，会再试。',
  blocked: '网站拒绝了我们：要登录、太频繁，或要过验证。停一阵再试。',
  mismatch: '网站有回应，但内容不是这个来源认识的样子：多半改版了。',
  open: '连续失败之后先停一会儿，这次没有访问网站。',
}

const en: typeof zh = {
  timeout: 'The site did not answer in time. It is tried again.',
  network: 'No connection: its name, the network or the encryption failed. It is tried again.',
  unavailable: 'The site itself failed or is closed. It is tried again.',
  blocked: 'The site turned us away: it wants a login, fewer requests, or a person. It is left alone for a while.',
  mismatch: 'The site answered, but not as this source expects: most likely it changed.',
  open: 'After failing again and again it is left alone for a while; this time the site was not asked.',
}

export const meaningWords: Words<typeof zh> = { zh, en }
