// Messages of the login dialog.
import { createMessages } from '../use-messages.ts'

export const loginMessages = createMessages({
  loginHint: [
    '请登录，或输入管理员给你的密钥。查看统计和日志需要管理员令牌。',
    'Log in, or enter the key you were given. Statistics and logs require the admin token.',
  ],
  logOut: ['退出登录', 'Log out'],
  user: ['用户名', 'Username'],
  password: ['密码', 'Password'],
  key: ['密钥或管理员令牌', 'Key or admin token'],
  useKey: ['使用密钥', 'Use key'],
  or: ['或者', 'or'],
  wrongKey: ['密钥无效。', 'Invalid key.'],
  loggedIn: ['已登录', 'Logged in'],
  wrongPassword: ['用户名或密码错误。', 'Wrong username or password.'],
  keyNotRequired: [
    '这个服务不需要密钥，无法验证，因此没有保存。',
    'This server requires no key, so it was neither checked nor saved.',
  ],
})
