// Messages of the administration section.
import { createMessages } from '../../use-messages.ts'

export const administrationMessages = createMessages({
  add: ['添加', 'Add'],
  remove: ['移除', 'Remove'],
  removeOne: ['移除 {0}', 'Remove {0}'],
  refused: {
    unauthorized: [
      '更改需要管理员登录或 ADMIN_TOKEN：点右上角的钥匙。',
      'Changes need a login of the owner or the ADMIN_TOKEN: press the key icon at the top.',
    ],
    forbidden: [
      '只有管理员可以更改：点右上角的钥匙成为管理员，或设置 ADMIN_TOKEN（至少 16 个字符）并重启服务。',
      'Only the owner may change this: become the owner with the key icon at the top, or set ADMIN_TOKEN (at least 16 characters) and restart Trawl.',
    ],
  },
  keys: {
    title: ['API 密钥', 'API keys'],
    required: ['给程序用。访问接口需要密钥或登录。', 'For programs. Requests need a key or a login.'],
    optional: [
      '给程序用。现在没有密钥也能访问；设为私有以后就需要了。',
      'For programs. Requests need no key at present; they need one once the server is private.',
    ],
    name: ['名称（字母、数字、. _ -）', 'Name (letters, digits, . _ -)'],
    rate: ['频率上限（可不填，如 600/min）', 'Rate limit (optional, such as 600/min)'],
    make: ['生成密钥', 'Make a key'],
    made: ['{0} 的密钥，只显示这一次，请马上保存：', 'The key of {0}. It is shown only now, so save it:'],
    done: ['已保存', 'Saved'],
    revoke: ['撤销 {0}', 'Revoke {0}'],
    revokeShort: ['撤销', 'Revoke'],
    fromSettings: ['在 API_KEYS 里设置', 'Set in API_KEYS'],
  },
  sources: {
    title: ['插件和榜单的开关', 'Switch plugins and lists on or off'],
    explain: [
      '关掉的来源不再访问，重启后也一样。每个来源的好坏见“状态”。',
      'Sources that are off are not requested, even after a restart. The status view shows how each one does.',
    ],
    choose: ['来源（名称或 id）', 'Source (name or id)'],
    off: ['关闭', 'Switch off'],
    on: ['开启', 'Switch on'],
    isOff: ['已关闭', 'Off'],
    isOn: ['已开启', 'On'],
    reset: ['恢复 {0}', 'Reset {0}'],
    resetShort: ['恢复', 'Reset'],
    unhealthy: ['现在不可用的来源', 'Sources that fail at present'],
    turnOff: ['关闭 {0}', 'Switch off {0}'],
    lasting: ['写进 .env 也可以：', 'This line in .env does the same:'],
  },
  addresses: {
    title: ['允许的地址', 'Allowed addresses'],
    open: ['列表为空：所有地址都能访问。', 'The list is empty: every address has access.'],
    limited: [
      '只有这些地址能访问。先加上自己的地址。',
      'Only these addresses have access. Add your own address first.',
    ],
    address: ['地址或网段，如 192.168.0.0/16', 'Address or block, such as 192.168.0.0/16'],
  },
  bans: {
    title: ['屏蔽', 'Bans'],
    explain: ['屏蔽的内容不会出现在任何结果里。', 'Banned content appears in no results.'],
    kind: ['类型', 'Kind'],
    kinds: {
      share: ['分享链接', 'Share link'],
      word: ['标题里的词', 'Word in titles'],
      channel: ['频道', 'Channel'],
      host: ['网站', 'Site'],
    },
    value: ['要屏蔽的内容', 'What to ban'],
    note: ['备注（可不填）', 'Note (optional)'],
    add: ['屏蔽', 'Ban'],
    lift: ['取消屏蔽 {0}', 'Lift the ban of {0}'],
    liftShort: ['取消', 'Lift'],
    fromFile: ['在 BANS_FILE 里设置', 'Set in BANS_FILE'],
  },
})
