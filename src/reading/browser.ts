// What a desktop browser sends: sites answer it and turn others away.

const browser = {
  'user-agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36',
  'accept-language': 'zh-CN,zh;q=0.9,en;q=0.8',
}

/** The headers of somebody who opens a page. */
export const pageHeaders = {
  ...browser,
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'upgrade-insecure-requests': '1',
  'cache-control': 'max-age=0',
}

/** The headers of a page that asks its own site for data. */
export const dataHeaders = { ...browser, accept: 'application/json, text/plain, */*' }
