// Messages of the login dialog.
import type { Messages } from '../use-messages.ts'

const zh = {
  loginHint: '请登录，或输入管理员给你的密钥。查看统计和日志需要管理员令牌。',
  logOut: '退出登录',
  user: '用户名',
  password: '密码',
  key: '密钥或管理员令牌',
  useKey: '使用密钥',
  or: '或者',
  wrongKey: '密钥无效。',
  loggedIn: '已登录',
  wrongPassword: '用户名或密码错误。',
  keyNotRequired: '这个服务不需要密钥，无法验证，因此没有保存。',
}

const en: typeof zh = {
  loginHint: 'Log in, or enter the key you were given. Statistics and logs require the admin token.',
  logOut: 'Log out',
  user: 'Username',
  password: 'Password',
  key: 'Key or admin token',
  useKey: 'Use key',
  or: 'or',
  wrongKey: 'Invalid key.',
  loggedIn: 'Logged in',
  wrongPassword: 'Wrong username or password.',
  keyNotRequired: 'This server requires no key, so it was neither checked nor saved.',
}

export const loginMessages: Messages<typeof zh> = { zh, en }
