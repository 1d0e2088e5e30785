// Clouds without a type (clouds-2026-11.md section 2): their hosts and the paths of their shares.

/** A cloud without a type. Hosts are lower case, without `www.`. */
export interface OtherCloud {
  readonly hosts: readonly string[]
  /** For families of hosts that cannot be listed completely. */
  readonly pattern?: RegExp
  /** Whether a user's shares are at a subdomain. */
  readonly hasSubdomains?: boolean
  /** The start of a share's path. */
  readonly paths: RegExp
  /** Whether the fragment identifies the share. */
  readonly hasFragment?: boolean
  /** Whether a share is the same at all hosts. */
  readonly isMerged?: boolean
}

export const otherClouds: readonly OtherCloud[] = [
  { hosts: ['pan.baidu.com'], paths: /^\/enterprise\/s\/\w/ },
  {
    hosts: [
      'lanzv.com',
      'lanzn.com',
      'lanzb.com',
      'lanpv.com',
      'lanpw.com',
      'lanwp.com',
      'lanosso.com',
      'lanrar.com',
      'ulanzou.com',
      'woozooo.com',
      'dmpdmp.com',
      'bakstotre.com',
      'webgetstore.com',
      'lanzov.com',
      't-is.cn',
    ],
    pattern: /^(?:[a-z0-9-]{1,40}\.)?lanzou[a-z]{0,2}\.com$/,
    hasSubdomains: true,
    paths: /^\/(?:(?:tp|s)\/)?[\w-]{3}/,
  },
  { hosts: ['ilanzou.com'], paths: /^\/s\/\w{4}/ },
  {
    hosts: ['ctfile.com', '545c.com', 'u062.com', 'ghpym.com', '474b.com'],
    hasSubdomains: true,
    paths: /^\/\w+\/[\w-]/,
  },
  { hosts: ['pan.wo.cn', 'panservice.mail.wo.cn'], isMerged: true, paths: /^\/(?:s\/\w{4}|h5\/wocloudshare\/\?.)/ },
  {
    hosts: [
      'terabox.com',
      'terabox.app',
      'teraboxapp.com',
      '1024terabox.com',
      '1024tera.com',
      'terabox1024.com',
      'freeterabox.com',
      'nephobox.com',
      'terabox.club',
      'bestclouddrive.com',
      '4funbox.com',
      'mirrobox.com',
      'momerybox.com',
    ],
    isMerged: true,
    paths: /^\/(?:s\/1[\w-]{5}|(?:sharing\/link|wap\/share\/filelist)\?(?:[^#]*&)?surl=[\w-]{5})/,
  },
  { hosts: ['doubao.com'], paths: /^\/drive\/s\/[0-9a-f]{16}/ },
  { hosts: ['feijix.com', 'share.feijipan.com', 'feimaoyun.com', 'cowtransfer.com'], paths: /^\/s\/\w/ },
  { hosts: ['share123.top'], paths: /^\/\w/ },
  { hosts: ['lecloud.lenovo.com', 'filez.com'], paths: /^\/m?share\/\w/ },
  { hosts: ['v2.fangcloud.com', 'v2.fangcloud.cn'], paths: /^\/(?:s|share|sharing|h5\/share)\/\w/ },
  {
    hosts: [
      'wenshushu.cn',
      'wenshushu.com',
      'wenxiaozhan.net',
      'wenxiaozhan.cn',
      'wenxiaozhan.com',
      'wss.show',
      'wss.email',
      'wss.cc',
      'wss.pet',
      'wss.ink',
      'wss.zone',
      'wss1.cn',
      'ws28.cn',
      'ws59.cn',
    ],
    pattern: /^f\.ws\d{2}\.cn$/,
    paths: /^\/\w+\/\w/,
  },
  { hosts: ['share.weiyun.com', '1drv.ms'], paths: /^\/\w/ },
  { hosts: ['jianguoyun.com'], paths: /^\/p\/[\w-]/ },
  { hosts: ['yunpan.com'], paths: /^\/surl_\w/ },
  { hosts: ['kdocs.cn'], paths: /^\/l\/\w/ },
  { hosts: ['feishu.cn'], hasSubdomains: true, paths: /^\/(?:file|drive\/folder)\/\w/ },
  { hosts: ['pan-yz.cldisk.com'], paths: /^\/external\/m\/file\/\w/ },
  { hosts: ['wx.mail.qq.com'], paths: /^\/(?:ftn\/download\?.|s\?k=.)/ },
  { hosts: ['qfile.qq.com'], paths: /^\/q\/\w/ },
  { hosts: ['ecpan.cn'], hasFragment: true, paths: /^\/web\/#\/yunpanProxy\?./ },
  { hosts: ['mega.nz', 'mega.co.nz'], isMerged: true, hasFragment: true, paths: /^\/(?:file\/|folder\/|#)/ },
  { hosts: ['transfer.it'], paths: /^\/t\/\w{12}/ },
  { hosts: ['drive.google.com'], paths: /^\/(?:file|drive|open|uc|folderview)\b./ },
  { hosts: ['drive.usercontent.google.com'], paths: /^\/download\?(?:[^#]*&)?id=/ },
  { hosts: ['onedrive.live.com'], paths: /^\/[?\w]/ },
  { hosts: ['sharepoint.com'], hasSubdomains: true, paths: /^\/:\w:\/\w/ },
  { hosts: ['dropbox.com'], paths: /^\/(?:s|sh|scl|t)\/\w/ },
  { hosts: ['mediafire.com'], paths: /^\/(?:(?:file|folder)\/|\?)\w{11}/ },
  { hosts: ['1fichier.com'], paths: /^\/\?\w{5}/ },
  { hosts: ['gofile.io'], paths: /^\/d\/\w/ },
  { hosts: ['pixeldrain.com'], paths: /^\/[ul]\/\w{8}/ },
  { hosts: ['icloud.com', 'icloud.com.cn'], paths: /^\/iclouddrive\/[\w-]/ },
]
