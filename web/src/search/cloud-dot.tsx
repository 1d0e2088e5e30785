// The dot in the colour of a cloud, beside its name.
import type { CloudType } from '../../../src/contract/cloud-types.ts'

const colours: Readonly<Record<CloudType, string>> = {
  baidu: '#2f6bff',
  aliyun: '#ff7a1a',
  quark: '#1fa1ff',
  guangya: '#c9a227',
  tianyi: '#e0483e',
  uc: '#f59e0b',
  mobile: '#0fa3a3',
  '115': '#3a7d44',
  pikpak: '#6d5bd0',
  xunlei: '#1683d8',
  '123': '#5c8df6',
  magnet: '#a8324a',
  ed2k: '#8a6d3b',
  others: '#7d8a91',
}

export function CloudDot({ type, class: extraClass = '' }: { readonly type: CloudType; readonly class?: string }) {
  return <span aria-hidden="true" class={`size-2 rounded-full ${extraClass}`} style={{ background: colours[type] }} />
}
