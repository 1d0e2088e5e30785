// What can go wrong in a search, in words: what it means, and what the reader can do.
import type { Words } from '../language.ts'
import type { ProblemKind } from './problem-groups.ts'

interface ProblemWords {
  readonly title: string
  readonly next: string
}

const zhKinds: Readonly<Record<ProblemKind, ProblemWords>> = {
  timeout: { title: '没有及时回应', next: '可能只是慢。稍后再搜一次，通常就有了。' },
  network: {
    title: '连不上',
    next: '网站可能关了，也可能是服务器的网络不通。如果总是这样，请给服务器设置代理（HTTPS_PROXY）。',
  },
  unavailable: { title: '网站暂停服务', next: '网站自己出错或正在维护，只能等它恢复。' },
  blocked: {
    title: '拒绝了服务器',
    next: '网站限制了访问或要求验证。Trawl 会先停一阵子再问；如果总是这样，换一个代理出口会有用。',
  },
  mismatch: {
    title: '回复看不懂',
    next: '网站改版了，或者频道关闭了网页预览。升级 Trawl，或者不再选这个来源。',
  },
  open: { title: '暂时不问', next: '之前连续失败，先歇一会儿，之后会自动再试。' },
  telegram: {
    title: '服务器连不上 Telegram',
    next: '服务器所在的网络可能访问不了 t.me。请设置代理（HTTPS_PROXY）后重启服务，再搜一次。',
  },
  source_partial: { title: '只拿到一部分', next: '能拿到的已经显示了。再搜一次可能会补齐。' },
  deadline_reached: { title: '有的来源还没答完', next: '后台还在继续问。过几秒再搜一次，结果就会补上。' },
  kept_answers: { title: '有些结果是以前保存的', next: '服务刚启动，正在重新询问。过几秒再搜一次就是最新的。' },
  answer_too_large: {
    title: '结果太多，没有全部显示',
    next: '最不相关的结果没有显示。请少选一些来源或网盘类型，再搜一次。',
  },
  unknown_plugin: { title: '没有这个插件', next: '它可能没有启用，或者名字写错了。请重新选择来源。' },
  unknown_cloud_type: { title: '没有这种网盘', next: '请重新选择网盘类型。' },
  blocked_channel: { title: '有频道不能搜', next: '管理员屏蔽了所选的部分频道，其余照常搜索。' },
  no_sources: { title: '没有可搜的来源', next: '所选的来源都没有启用，所以什么也没搜。请重新选择来源。' },
}

const enKinds: typeof zhKinds = {
  timeout: { title: 'No answer in time', next: 'They may just be slow. Search again in a moment.' },
  network: {
    title: 'Not reachable',
    next: 'The site may be gone, or the server’s network cannot reach it. If this stays, set a proxy for the server (HTTPS_PROXY).',
  },
  unavailable: {
    title: 'Out of service',
    next: 'The site itself fails or is closed at this time. All one can do is wait.',
  },
  blocked: {
    title: 'Turned the server away',
    next: 'The site limits visits or wants proof of a person. Trawl leaves it alone for a while; if this stays, another proxy may help.',
  },
  mismatch: {
    title: 'Answered something unexpected',
    next: 'The site has changed, or the channel has no public preview any more. Update Trawl, or leave this source out.',
  },
  open: {
    title: 'Not asked for now',
    next: 'They failed several times in a row. They are asked again by themselves in a while.',
  },
  telegram: {
    title: 'The server cannot reach Telegram',
    next: 'The server’s network may not let it through to t.me. Set a proxy (HTTPS_PROXY), restart the service and search again.',
  },
  source_partial: { title: 'Only a part came', next: 'What came is shown. Searching again may bring the rest.' },
  deadline_reached: {
    title: 'Some sources are still being asked',
    next: 'The asking goes on behind the scenes. Search again in a few seconds to have it all.',
  },
  answer_too_large: {
    title: 'Too many results to show all',
    next: 'The least relevant are left out. Choose fewer sources or cloud types and search again.',
  },
  kept_answers: {
    title: 'Some results were kept from before',
    next: 'The service has just started and asks again. Search again in a few seconds for what is new.',
  },
  unknown_plugin: {
    title: 'No such plugin',
    next: 'It may be switched off, or its name is misspelt. Choose the sources again.',
  },
  unknown_cloud_type: { title: 'No such cloud', next: 'Choose the clouds again.' },
  blocked_channel: {
    title: 'Some channels may not be searched',
    next: 'Whoever runs this service has blocked them. All others were searched.',
  },
  no_sources: {
    title: 'Nothing to search',
    next: 'None of the sources chosen is switched on, so nothing was searched. Choose again.',
  },
}

const zh = {
  none: '一切正常，没有来源失败。',
  sources: (count: number) => `${count} 个来源`,
  which: '查看是哪些',
  channel: '频道',
  plugin: '插件',
  status: '查看来源状态',
  kinds: zhKinds,
}

const en: typeof zh = {
  none: 'All is well: no source failed.',
  sources: (count) => (count === 1 ? '1 source' : `${count} sources`),
  which: 'Which ones',
  channel: 'channel',
  plugin: 'plugin',
  status: 'How the sources are doing',
  kinds: enKinds,
}

export const problemWords: Words<typeof zh> = { zh, en }
