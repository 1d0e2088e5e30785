// Messages of the buttons that send a link, and of their settings.
import { createMessages } from '../use-messages.ts'

export const sendMessages = createMessages({
  title: ['发送到…', 'Send to…'],
  what: [
    '给打开的作品里每条链接加上你自己的按钮：打开一个网址，或向你的服务发一个请求。请求由浏览器直接发出，不经过 Trawl，对方要允许网页跨域调用（CORS）。',
    'Buttons of your own at each link of an opened work: they open an address, or send a request to a service of yours. The browser sends it, not Trawl, so the service must allow requests of other pages (CORS).',
  ],
  preset: ['从模板开始', 'Begin with a template'],
  address: ['打开网址', 'Address to open'],
  webhook: ['发送请求（webhook）', 'Request (webhook)'],
  name: ['名称', 'Name'],
  url: ['地址', 'Address'],
  places: [
    '{url} 链接、{code} 提取码、{title} 标题、{cloud} 网盘，可以写在地址和内容里。',
    '{url}, {code}, {title} and {cloud} stand for link, access code, title and cloud, in address and body.',
  ],
  body: ['内容（JSON，用 POST 发送；不填则打开网址）', 'Body (JSON, sent by POST; without it the address is opened)'],
  authorization: ['Authorization 请求头（可不填）', 'Authorization header (optional)'],
  clouds: ['用于这些网盘（不选则全部）', 'For these clouds (none: all)'],
  save: ['保存', 'Save'],
  edit: ['修改 {0}', 'Edit {0}'],
  remove: ['删除 {0}', 'Remove {0}'],
  problems: {
    name: ['名称要有 1 到 30 个字。', 'The name must have 1 to 30 characters.'],
    url: ['地址要以 http:// 或 https:// 开头。', 'The address must begin with http:// or https://.'],
    body: ['内容不是有效的 JSON 对象。', 'The body must be a JSON object.'],
    place: ['地址或内容里要有 {url}。', 'Address or body must have {url}.'],
    tooMany: ['最多 20 个。', 'At most 20.'],
  },
  sendTo: ['把{1}的链接发送到 {0}', 'Send the link of {1} to {0}'],
  sending: ['正在发送到 {0}…', 'Sending to {0}…'],
  sent: [
    (name: string, said: string) => `${name} 已收到${said && `：${said}`}`,
    (name: string, said: string) => `${name} has it${said && `: ${said}`}`,
  ],
  refused: [
    (name: string, status: number, said: string) => `${name} 没有接受（${status}）${said && `：${said}`}`,
    (name: string, status: number, said: string) => `${name} refused it (${status})${said && `: ${said}`}`,
  ],
  failures: {
    mixed: [
      '网页是 https，浏览器不允许它请求 http 地址。请用 https 地址，或用 http 打开本页。',
      'This page is https, and browsers do not let it ask an http address. Use an https address, or open this page over http.',
    ],
    timeout: ['15 秒内没有回应。', 'No answer within 15 seconds.'],
    unreachable: [
      '发不出去：连不上这个地址，或者对方不允许网页跨域调用（CORS）。',
      'Not sent: the address cannot be reached, or the service does not allow requests of other pages (CORS).',
    ],
  },
})
