// Messages of the settings of the server.
import { createMessages } from '../../use-messages.ts'

export const serverMessages = createMessages({
  sections: ['这台服务器的设置', 'Settings of this server'],
  loading: ['正在读取服务器的设置', 'Reading the settings of the server'],
  save: ['保存', 'Save'],
  add: ['添加', 'Add'],
  remove: ['移除', 'Remove'],
  removeOne: ['移除 {0}', 'Remove {0}'],
  saved: ['已保存，马上生效。', 'Saved, and in use.'],
  removed: ['已移除。', 'Removed.'],
  changedMeanwhile: [
    '刚才有别人改了这一项，你的更改没有保存。现在显示的是最新的值。',
    'Somebody else has just changed this, so your change was not saved. What is stored now is shown.',
  ],
  setBy: ['由环境变量 {0} 设置，在这里不能改：', 'Set by the variable {0}, so it cannot be changed here:'],
  notUsed: ['保存的值现在用不了：{0}', 'The stored value cannot be used: {0}'],
  owner: {
    title: ['管理员', 'Owner'],
    none: [
      '这台服务器还没有管理员。设一个，以后从哪台设备都能改这里的设置。验证码在服务的日志里。',
      'This server has no owner yet. An owner changes the settings from any device. The code is in the log of the server.',
    ],
    become: ['成为管理员', 'Become the owner'],
    is: ['你是管理员（{0}）。', 'You are the owner ({0}).'],
    account: ['修改密码或退出', 'Change the password or log out'],
    mayChange: [
      '管理员登录后，可以更改这台服务器的设置。',
      'Once logged in, the owner may change the settings of this server.',
    ],
    mayChangeToken: [
      '持有 ADMIN_TOKEN 的人，以及在服务器本机打开本页的人，可以更改这台服务器的设置。',
      'Anyone with the ADMIN_TOKEN, or who opens this page on the server itself, may change the settings of this server.',
    ],
  },
  access: {
    title: ['公开还是私有', 'Public or private'],
    isPublic: [
      '现在是公开的：能打开这个地址的人，都能搜索和看热榜。',
      'Public at present: everybody who can open this address may search and read.',
    ],
    isPrivate: [
      '现在是私有的：搜索和看热榜，都要先登录或出示密钥。',
      'Private at present: to search and to read, one has to log in or send a key.',
    ],
    makePrivate: ['设为私有', 'Make it private'],
    makePublic: ['设为公开', 'Make it public'],
  },
  users: {
    title: ['用户', 'Users'],
    what: [
      '给家人各开一个账号：有自己的关注词和设置，不能更改服务器。再次添加同一个名字，就是重设他的密码。',
      'An account for each of the family: with watched words and settings of their own, and without rights to change the server. To set a new password, add the same name again.',
    ],
    fromSettings: ['在 AUTH_USERS 里设置', 'Set in AUTH_USERS'],
    name: ['用户名', 'Username'],
    password: ['密码（至少 8 个字符）', 'Password (at least 8 characters)'],
  },
  proxy: {
    title: ['代理', 'Proxy'],
    what: [
      '连不上 Telegram 时用。容器里请填宿主机的地址，不要填 127.0.0.1。',
      'For networks that do not reach Telegram. In a container, enter the address of the host, not 127.0.0.1.',
    ],
    address: ['代理地址', 'Address of the proxy'],
    test: ['测试', 'Test'],
    none: ['不用代理', 'No proxy'],
    works: ['可用：经过代理打开 {0} 用了 {1} 毫秒。', 'It works: {0} was opened through it in {1} ms.'],
    failed: {
      proxy: ['连不上代理：{1}', 'The proxy does not work: {1}'],
      site: ['代理连上了，但代理打不开 {0}：{1}', 'The proxy works, but it does not reach {0}: {1}'],
    },
  },
  channels: {
    title: ['频道', 'Channels'],
    what: ['每次搜索都会问这些 Telegram 频道。', 'Every search asks these Telegram channels.'],
    field: ['频道（@名字或 t.me 地址）', 'Channel (@name or t.me address)'],
    looking: ['正在看 @{0}…', 'Looking at @{0}…'],
    posts: [
      (posts: number) => (posts === 0 ? '页面上没有消息。' : `页面上有 ${posts} 条消息，最新的一条：`),
      (posts: number) =>
        posts === 0
          ? 'Its page has no posts.'
          : `Its page has ${posts === 1 ? '1 post' : `${posts} posts`}. The newest:`,
    ],
    unreadable: ['现在看不了：{0}', 'It cannot be read now: {0}'],
    listed: ['已经在搜索它了。', 'Searches ask it already.'],
    notAName: [
      '这不是频道的名字或地址：4 到 32 个字母、数字或 _，以字母开头。',
      'Neither a name nor an address of a channel: 4 to 32 letters, digits or _, a letter first.',
    ],
    added: ['已添加 @{0}，下一次搜索就会问它。', '@{0} is added: the next search asks it.'],
    addedTitle: ['自己添加的', 'Added'],
    removedTitle: ['去掉的', 'Removed'],
    restore: ['恢复 {0}', 'Restore {0}'],
    all: ['全部 {0} 个频道', '1 channel|All {0} channels'],
  },
  lists: {
    title: ['自己的订阅源和榜单', 'Feeds and lists of your own'],
    what: [
      '粘贴 RSS、Atom 或 JSON Feed 的地址，它就成为热榜里的一张榜单。',
      'Paste the address of an RSS, Atom or JSON feed, and it becomes a list of the board.',
    ],
    field: ['订阅源的地址', 'Address of the feed'],
    looking: ['正在读取…', 'Reading it…'],
    unreadable: ['读不到内容：{0}', 'It cannot be read: {0}'],
    rows: ['共 {0} 条', '1 row|{0} rows'],
    added: ['已添加“{0}”。', '“{0}” is added.'],
    open: ['打开', 'Open'],
    openOne: ['打开 {0}', 'Open {0}'],
    yaml: ['用 YAML 写更多：网页、JSON 接口、图标、分类', 'More in YAML: pages, JSON interfaces, icons, topics'],
    yamlHint: ['写法见文档 docs/own-lists.zh-CN.md。', 'The form is in docs/own-lists.md.'],
  },
  notifiers: {
    title: ['通知方式', 'Notifiers'],
    what: [
      '关注词有新内容时发到手机或群里。粘贴 Bark、ntfy、企业微信、钉钉、飞书、Telegram 或 Webhook 的地址。',
      'Send what watched words find to a phone or a group. Paste an address of Bark, ntfy, WeCom, DingTalk, Feishu, Telegram or a webhook.',
    ],
    field: ['推送地址', 'Address to send to'],
    kinds: {
      bark: ['Bark', 'Bark'],
      ntfy: ['ntfy', 'ntfy'],
      wecom: ['企业微信', 'WeCom'],
      dingtalk: ['钉钉', 'DingTalk'],
      feishu: ['飞书', 'Feishu'],
      telegram: ['Telegram', 'Telegram'],
      webhook: ['Webhook', 'Webhook'],
    },
    kind: ['种类', 'Kind'],
    unknown: ['认不出这个地址。', 'This is not the address of a notifier.'],
    recognised: ['认出来了：{0}', 'Recognised: {0}'],
    extra: {
      telegram: ['会话 id（如 123456789 或 -100…）', 'Id of the chat (such as 123456789 or -100…)'],
      secret: ['签名密钥（没有就不填）', 'Signing secret (if there is one)'],
      token: ['访问令牌（没有就不填）', 'Access token (if there is one)'],
    },
    shared: ['登录的用户也可以用它', 'Users who log in may use it too'],
    isShared: ['用户也可用', 'also for users'],
    test: ['发一条测试', 'Send a test'],
    testOne: ['用 {0} 发一条测试', 'Send a test by {0}'],
    sent: ['已发出，看看手机或群里有没有收到。', 'Sent. Look whether it has arrived.'],
    notSent: ['没有发出去：{0}', 'It was not sent: {0}'],
    added: ['已保存为“{0}”，添加关注时可以选它。', 'Saved as “{0}”: watches can choose it.'],
    other: ['其他', 'other'],
  },
  storage: {
    title: ['保存多少、多久', 'Storage limits'],
    what: [
      '改小以后，超出的部分会在下一次整理时删除。',
      'After a limit is lowered, the excess is deleted at the next clean-up.',
    ],
    names: {
      HISTORY_DAYS: ['热榜历史保存的天数', 'Days to keep the history of lists'],
      HISTORY_MB: ['热榜历史最多占用（MB）', 'Space for the history of lists, at most (MB)'],
      DISK_MB: ['缓存最多占用（MB）', 'Space for the cache on disk, at most (MB)'],
    },
    archive: ['保存搜到过的链接，搜索时一起找', 'Keep links that were found, and answer from them too'],
    byDefault: ['默认 {0}', 'by default {0}'],
  },
  file: {
    title: ['导出与导入', 'Export and import'],
    what: [
      '把这台服务器保存的设置装进一个文件，可以搬到另一台服务器。文件里有代理密码、推送地址等机密，请妥善保管。',
      'All that is stored above as one file, to move it to another server. It contains secrets, such as the password of the proxy and addresses of notifiers.',
    ],
    export: ['导出为文件', 'Export as a file'],
    import: ['从文件导入', 'Import a file'],
    question: [
      '将替换上面保存的全部设置。文件里有：{0}。',
      'This replaces everything stored above. The file contains: {0}.',
    ],
    nothing: ['（空）', '(nothing)'],
    replace: ['替换', 'Replace'],
    keep: ['不要', 'No'],
    wrong: ['这不是 Trawl 服务器导出的设置。', 'This is not an export of a Trawl server.'],
    done: ['已导入。', 'Imported.'],
  },
})
