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
  ownerHint: [
    '这个服务还没有管理员。验证码在服务的日志里（用终端启动的，也在终端里）。设好用户名和密码（至少 8 个字符），你就是管理员；其他人照常使用。',
    'This server has no owner yet. The code is in its log, and in the terminal that started it. Set a name and a password of at least 8 characters to become the owner; for everybody else nothing changes.',
  ],
  becomeOwner: ['成为管理员', 'Become the owner'],
  ownerSet: ['你现在是管理员', 'You are the owner now'],
  code: ['日志里的验证码', 'Code from the log'],
  codeRefused: ['验证码不对，或已失效。', 'The code is wrong, or has expired.'],
  forgotten: ['忘记密码？', 'Forgot the password?'],
  forgottenHint: [
    '每次启动，服务都会在日志里写一个验证码。用它可以重设用户名和密码（至少 8 个字符），所有设备都要重新登录。',
    'At each start the server logs a code. With it you can set name and password again (at least 8 characters); all devices have to log in again.',
  ],
  replacePassword: ['重设密码', 'Set a new password'],
  youAreOwner: ['你是管理员（{0}）。', 'You are the owner ({0}).'],
  newPassword: ['新密码（至少 8 个字符）', 'New password (at least 8 characters)'],
  currentPassword: ['当前密码', 'Current password'],
  changePassword: ['修改密码', 'Change password'],
  passwordChanged: ['密码已修改，其他设备需要重新登录', 'Password changed; other devices have to log in again'],
  noOwner: {
    environment: ['访问权限由环境变量决定。', 'Access is set in the environment.'],
    ended: [
      '验证码已经用过，或输错了十次。重启服务，日志里会有新的验证码。',
      'The code was used, or ten wrong ones were entered. Restart the server: it logs another.',
    ],
    proxy: [
      '这个页面经过了反向代理，或用的是公网域名，所以不能在这里设置管理员。请用服务的 IP 地址打开，或把代理写进 TRUST_PROXY。',
      'This page came through a reverse proxy or by a public name, so an owner cannot be set here. Open the server by its IP address, or name the proxy in TRUST_PROXY.',
    ],
    network: [
      '只有和服务在同一个内网的设备才能设置管理员。',
      'An owner can be set only from the private network of the server.',
    ],
    site: ['请直接打开服务的页面。', 'Open the page of the server itself.'],
  },
})
