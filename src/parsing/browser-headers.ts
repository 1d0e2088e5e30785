// Headers of a desktop browser, because sites reject other clients.
const browser = {
  'user-agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36',
  'accept-language': 'zh-CN,zh;q=0.9,en;q=0.8',
}

export const pageHeaders = {
  ...browser,
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'upgrade-insecure-requests': '1',
  'cache-control': 'max-age=0',
}

/** Headers of a page that requests data from its own site. */
export const dataHeaders = { ...browser, accept: 'application/json, text/plain, */*' }
