// The words of the dialogue in which one says who one is.
import type { Words } from '../language.ts'

const zh = {
  enterWhy: '如果这个服务需要身份，请登录或输入管理员给你的密钥；统计和日志需要管理员令牌。',
  leave: '退出登录',
  user: '用户名',
  password: '密码',
  key: '密钥或管理员令牌',
  useKey: '使用密钥',
  or: '或者',
  wrongKey: '这个密钥无效。',
  entered: '已验证',
  wrongPassword: '用户名或密码不对。',
  needlessKey: '这个服务不需要密钥，也没法核对它，所以没有保存。',
}

const en: typeof zh = {
  enterWhy:
    'Where this service wants to know who asks, log in or give the key you were given; figures and the log need the administrator’s token.',
  leave: 'Log out',
  user: 'User name',
  password: 'Password',
  key: 'Key or administrator’s token',
  useKey: 'Use the key',
  or: 'or',
  wrongKey: 'This key does not hold.',
  entered: 'You are in',
  wrongPassword: 'The user name or the password is wrong.',
  needlessKey: 'This service asks for no key and cannot tell whether this is one. It was not kept.',
}

export const enteringWords: Words<typeof zh> = { zh, en }
