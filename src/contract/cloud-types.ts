// The cloud types of the contract.

/** Every cloud type of the contract, in the order in which `merged_by_type` lists them. */
export const cloudTypes = [
  'baidu',
  'aliyun',
  'quark',
  'guangya',
  'tianyi',
  'uc',
  'mobile',
  '115',
  'pikpak',
  'xunlei',
  '123',
  'magnet',
  'ed2k',
  'others',
] as const

export type CloudType = (typeof cloudTypes)[number]
